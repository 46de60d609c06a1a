package main

import (
	"math/rand"
	"sort"
	"sync"
)

func plainFib(n int) int {
	if n < 2 {
		return n
	}
	return plainFib(n-1) + plainFib(n-2)
}

func fib(p parameters) {
	n := p.get("n")
	a, b := 0, 1
	for i := 0; i < n; i++ {
		a, b = b, a+b
	}
	check("fib", a, forkedFib(n, p.get("level")))
}

// One side in a goroutine, the other here.
func forkedFib(n, level int) int {
	if n < 2 || n < level {
		return plainFib(n)
	}
	var larger int
	var wait sync.WaitGroup
	wait.Add(1)
	go func() {
		larger = forkedFib(n-1, level)
		wait.Done()
	}()
	smaller := forkedFib(n-2, level)
	wait.Wait()
	return larger + smaller
}

func factorial(k int) int {
	if k < 2 {
		return 1
	}
	return k * factorial(k-1)
}

func factorials(p parameters) {
	num := p.get("num")
	expected := 0
	for k := 0; k <= num; k++ {
		expected += factorial(k)
	}
	const groups = 16
	var sums [groups]int
	var wait sync.WaitGroup
	wait.Add(groups)
	for g := 0; g < groups; g++ {
		go func(g int) {
			one(p.get("tokens"))
			for k := g; k <= num; k += groups {
				sums[g] += factorial(k)
			}
			wait.Done()
		}(g)
	}
	wait.Wait()
	sum := 0
	for _, s := range sums {
		sum += s
	}
	check("the sum of factorials", expected, sum)
}

func forks(p parameters) {
	fibers := p.get("fibers")
	results := make([]int, fibers)
	var wait sync.WaitGroup
	wait.Add(fibers)
	for i := 0; i < fibers; i++ {
		go func(i int) {
			results[i] = 1
			wait.Done()
		}(i)
	}
	wait.Wait()
	sum := 0
	for _, r := range results {
		sum += r
	}
	check("goroutines", fibers, sum)
}

func chained(p parameters) {
	fibers := p.get("fibers")
	end := make(chan int)
	var link func(i int)
	link = func(i int) {
		if i == fibers {
			end <- i
		} else {
			go link(i + 1)
		}
	}
	go link(0)
	check("goroutines", fibers, <-end)
}

func skynet(p parameters) {
	leaves := p.get("leaves")
	check("the sum of the leaves", (leaves-1)*leaves/2, node(0, leaves))
}

func node(number, size int) int {
	if size == 1 {
		return number
	}
	part := size / 10
	results := make(chan int, 10)
	for i := 0; i < 10; i++ {
		go func(i int) { results <- node(number+i*part, part) }(i)
	}
	sum := 0
	for i := 0; i < 10; i++ {
		sum += <-results
	}
	return sum
}

func mergeSort(p parameters) {
	numbers := rand.New(rand.NewSource(42)).Perm(p.get("size"))
	divide(numbers, make([]int, len(numbers)), p.get("leaf"))
	if !sort.IntsAreSorted(numbers) {
		fail("the numbers are not sorted")
	}
}

func divide(numbers, spare []int, leaf int) {
	if len(numbers) <= leaf {
		sort.Ints(numbers)
		return
	}
	middle := len(numbers) / 2
	var wait sync.WaitGroup
	wait.Add(1)
	go func() {
		divide(numbers[:middle], spare[:middle], leaf)
		wait.Done()
	}()
	divide(numbers[middle:], spare[middle:], leaf)
	wait.Wait()
	copy(spare[:middle], numbers[:middle])
	left, right := 0, middle
	for i := 0; left < middle; i++ {
		if right < len(numbers) && numbers[right] < spare[left] {
			numbers[i] = numbers[right]
			right++
		} else {
			numbers[i] = spare[left]
			left++
		}
	}
}
