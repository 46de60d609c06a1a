package main

import (
	"sync"
	"time"
)

func avalanche(p parameters) {
	links := p.get("links")
	leftmost := make(chan int)
	left := leftmost
	for i := 0; i < links; i++ {
		right := make(chan int)
		go func(left, right chan int) { left <- 1 + <-right }(left, right)
		left = right
	}
	go func() { left <- 0 }()
	check("the avalanche", links, <-leftmost)
}

// choices receives numbers by a select of 2 or 16 channels, of which the last has them.
func choices(p parameters) {
	rounds, alternatives := p.get("rounds"), p.get("alternatives")
	c := make([]chan int, alternatives)
	for i := range c {
		c[i] = make(chan int)
	}
	go func() {
		for number := 1; number <= rounds; number++ {
			c[alternatives-1] <- number
		}
	}()
	var last int
	switch alternatives {
	case 2:
		last = chooseOf2(c, rounds)
	case 16:
		last = chooseOf16(c, rounds)
	default:
		fail("a select has its cases in the source: 2 or 16 alternatives")
	}
	check("the last number", rounds, last)
}

func chooseOf2(c []chan int, rounds int) int {
	last := 0
	for last != rounds {
		select {
		case last = <-c[0]:
		case last = <-c[1]:
		}
	}
	return last
}

func chooseOf16(c []chan int, rounds int) int {
	last := 0
	for last != rounds {
		select {
		case last = <-c[0]:
		case last = <-c[1]:
		case last = <-c[2]:
		case last = <-c[3]:
		case last = <-c[4]:
		case last = <-c[5]:
		case last = <-c[6]:
		case last = <-c[7]:
		case last = <-c[8]:
		case last = <-c[9]:
		case last = <-c[10]:
		case last = <-c[11]:
		case last = <-c[12]:
		case last = <-c[13]:
		case last = <-c[14]:
		case last = <-c[15]:
		}
	}
	return last
}

func pingPong(p parameters) {
	passes := p.get("passes")
	there, back := make(chan int), make(chan int)
	go func() {
		for i := 0; i < passes; i++ {
			back <- <-there
		}
	}()
	sum := 0
	for i := 0; i < passes; i++ {
		there <- 1
		sum += <-back
	}
	check("pongs", passes, sum)
}

func ring(p parameters) {
	members, passes := p.get("members"), p.get("passes")
	end := make(chan int)
	inboxes := make([]chan int, members)
	for i := range inboxes {
		inboxes[i] = make(chan int, 1)
	}
	for i := 0; i < members; i++ {
		go func(i int) {
			next := inboxes[(i+1)%members]
			for left := range inboxes[i] {
				if left == 0 {
					end <- i
				} else {
					next <- left - 1
				}
			}
		}(i)
	}
	inboxes[0] <- passes
	check("the last member", passes%members, <-end)
	for _, inbox := range inboxes {
		close(inbox)
	}
}

// A channel has a capacity; one as large as all messages stands for no bound.
func queue(p parameters) {
	capacity, producers, consumers := p.get("capacity"), p.get("producers"), p.get("consumers")
	messages, tokens := p.get("messages"), p.get("tokens")
	if capacity == 0 {
		capacity = messages
	}
	channel := make(chan int, capacity)
	sums := make(chan int, consumers)
	for c := 0; c < consumers; c++ {
		go func() {
			sum := 0
			for i := 0; i < messages/consumers; i++ {
				x := <-channel
				if tokens > 0 {
					x *= one(tokens)
				}
				sum += x
			}
			sums <- sum
		}()
	}
	each := messages / producers
	for q := 0; q < producers; q++ {
		go func() {
			for i := each; i > 0; i-- {
				x := i
				if tokens > 0 {
					x *= one(tokens)
				}
				channel <- x
			}
		}()
	}
	sum := 0
	for c := 0; c < consumers; c++ {
		sum += <-sums
	}
	check("the sum of the messages", producers*each*(each+1)/2, sum)
}

func sleeps(p parameters) {
	sleepers := p.get("sleepers")
	var wait sync.WaitGroup
	wait.Add(sleepers)
	for i := 0; i < sleepers; i++ {
		nanos := 1_000_000 + i*7919%9000*1000
		go func() {
			time.Sleep(time.Duration(nanos))
			wait.Done()
		}()
	}
	wait.Wait()
}

// Go cancels nothing: each goroutine waits for a channel of its own that is closed.
func cancels(p parameters) {
	fibers := p.get("fibers")
	stops := make([]chan struct{}, fibers)
	ended := make([]chan struct{}, fibers)
	for i := range stops {
		stops[i], ended[i] = make(chan struct{}), make(chan struct{})
		go func(stop, end chan struct{}) {
			<-stop
			close(end)
		}(stops[i], ended[i])
	}
	for i := range stops {
		close(stops[i])
		<-ended[i]
	}
}
