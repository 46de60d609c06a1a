// The scoreboard's programs in Go: `arena NAME warmups=3 iterations=5 millis=300 n=30 …` prints the nanoseconds of an
// operation, a line for each iteration. With millis=0 an iteration is one operation. Each operation checks its result.
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// parameters of a program, by name.
type parameters map[string]int

func (p parameters) get(name string) int {
	value, known := p[name]
	if !known {
		fail("the parameter " + name + " is needed; give it as " + name + "=1")
	}
	return value
}

var programs = map[string]func(parameters){
	"fib":        fib,
	"factorials": factorials,
	"forks":      forks,
	"chained":    chained,
	"skynet":     skynet,
	"mergeSort":  mergeSort,
	"avalanche":  avalanche,
	"choices":    choices,
	"ping-pong":  pingPong,
	"ring":       ring,
	"queue":      queue,
	"sleeps":     sleeps,
	"cancels":    cancels,
}

func main() {
	if len(os.Args) < 2 {
		fail("a program is named first, then its parameters as name=value")
	}
	program, known := programs[os.Args[1]]
	if !known {
		fail("there is no program " + os.Args[1])
	}
	p := parameters{}
	for _, argument := range os.Args[2:] {
		name, value, found := strings.Cut(argument, "=")
		number, err := strconv.Atoi(value)
		if !found || err != nil {
			fail("a parameter is name=number, not " + argument)
		}
		p[name] = number
	}
	for i := 0; i < p.get("warmups"); i++ {
		iteration(program, p, time.Duration(p.get("warmupMillis"))*time.Millisecond)
	}
	for i := 0; i < p.get("iterations"); i++ {
		fmt.Println(iteration(program, p, time.Duration(p.get("millis"))*time.Millisecond))
	}
}

// iteration gives the mean nanoseconds of an operation.
func iteration(program func(parameters), p parameters, length time.Duration) int64 {
	begin := time.Now()
	operations := int64(0)
	for {
		program(p)
		operations++
		if elapsed := time.Since(begin); elapsed >= length {
			return elapsed.Nanoseconds() / operations
		}
	}
}

func check(what string, expected, actual int) {
	if expected != actual {
		fail(fmt.Sprintf("%s gave %d instead of %d", what, actual, expected))
	}
}

func fail(why string) {
	fmt.Println(why)
	os.Exit(1)
}

var consumed int64 = 42

// one burns tokens of processor time, as JMH's Blackhole does, and is 1.
func one(tokens int) int {
	t := consumed
	for i := int64(tokens); i > 0; i-- {
		t += (t*0x5DEECE66D + 0xB + i) & 0xFFFFFFFFFFFF
	}
	if t == 43 {
		consumed += t
	}
	return 1
}
