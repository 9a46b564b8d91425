// Judges a history (lines of JSON, see ../history.h) for linearizability, row by row, with Porcupine.
//
//	checker [-visualize DIRECTORY] [-timeout 2m] HISTORY
//
// Exit code 0: some order of each row's operations explains every answer; 1: there is none for at
// least one row; 2: the history cannot be read, or a row was not decided within the timeout.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
)

// operation is one line of the history.
type operation struct {
	Client   int     `json:"client"`
	Row      string  `json:"row"`
	Op       string  `json:"op"`
	Call     int64   `json:"call"`
	Return   *int64  `json:"return"`
	Unknown  bool    `json:"unknown"`
	Value    string  `json:"value"`
	Expected *string `json:"expected"`
	Amount   int64   `json:"amount"`
	Snapshot string  `json:"snapshot"`
	First    *string `json:"first"`
	Second   *string `json:"second"`
	Number   *int64  `json:"number"`
	Applied  bool    `json:"applied"`
}

// cells of a row. An empty value is one that is not there: no client writes one.
type cells struct {
	first, second string
	number        int64
}

// state of a row: its cells, and those that the snapshot has.
type state struct {
	cells
	snapshot string
	saved    cells
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// A counter that was never incremented reads as nothing, which is zero here: amounts are positive.
func answered(o *operation) cells {
	c := cells{first: text(o.First), second: text(o.Second)}
	if o.Number != nil {
		c.number = *o.Number
	}
	return c
}

// step returns the state after the operation if it happened, and whether its answer is right.
func step(s state, o *operation) (state, bool) {
	switch o.Op {
	case "get":
		return s, s.cells == answered(o)
	case "clone_get":
		return s, s.snapshot == o.Snapshot && s.saved == answered(o)
	case "put":
		s.first, s.second = o.Value, o.Value
		return s, true
	case "cas":
		matches := s.first == text(o.Expected)
		if !o.Unknown && o.Applied != matches {
			return s, false
		}
		if matches {
			s.first, s.second = o.Value, o.Value
		}
		return s, true
	case "increment":
		s.number += o.Amount
		return s, o.Unknown || o.Number == nil || *o.Number == s.number
	case "snapshot":
		s.snapshot, s.saved = o.Snapshot, s.cells
		return s, true
	case "restore":
		if s.snapshot != o.Snapshot {
			return s, false
		}
		s.cells = s.saved
		return s, true
	}
	return s, false
}

func describe(c cells) string {
	if c.first == c.second {
		return fmt.Sprintf("%q n=%d", c.first, c.number)
	}
	return fmt.Sprintf("f:v=%q g:v=%q n=%d", c.first, c.second, c.number)
}

func model() porcupine.Model {
	m := porcupine.NondeterministicModel{
		Init: func() []interface{} { return []interface{}{state{}} },
		Step: func(s, input, _ interface{}) []interface{} {
			o := input.(*operation)
			after, right := step(s.(state), o)
			var states []interface{}
			if right {
				states = append(states, after)
			}
			if o.Unknown && (!right || after != s.(state)) { // or it did not happen
				states = append(states, s)
			}
			return states
		},
		Equal: func(a, b interface{}) bool { return a.(state) == b.(state) },
		Hash: func(s interface{}) uint64 {
			h := fnv.New64a()
			fmt.Fprint(h, s.(state))
			return h.Sum64()
		},
		DescribeOperation: func(input, _ interface{}) string {
			o := input.(*operation)
			var b strings.Builder
			b.WriteString(o.Op)
			if o.Value != "" {
				fmt.Fprintf(&b, " %q", o.Value)
			}
			if o.Op == "cas" {
				fmt.Fprintf(&b, " if %q: %v", text(o.Expected), o.Applied)
			}
			if o.Op == "increment" {
				fmt.Fprintf(&b, " by %d", o.Amount)
				if o.Number != nil {
					fmt.Fprintf(&b, " -> %d", *o.Number)
				}
			}
			if o.Op == "get" || o.Op == "clone_get" {
				b.WriteString(" -> " + describe(answered(o)))
			}
			if o.Snapshot != "" {
				b.WriteString(" " + o.Snapshot)
			}
			if o.Unknown {
				b.WriteString(" (outcome unknown)")
			}
			return b.String()
		},
		DescribeState: func(s interface{}) string { return describe(s.(state).cells) },
	}
	return m.ToModel()
}

// read returns the operations by row; those on all rows are in each.
func read(path string) (map[string][]porcupine.Operation, int, int, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, 0, err
	}
	defer file.Close()
	rows := map[string][]porcupine.Operation{}
	var everywhere []porcupine.Operation
	total, unknown := 0, 0
	lines := bufio.NewScanner(file)
	lines.Buffer(make([]byte, 1<<20), 1<<20)
	for lines.Scan() {
		o := &operation{}
		if err := json.Unmarshal(lines.Bytes(), o); err != nil {
			return nil, 0, 0, fmt.Errorf("line %d: %v", total+1, err)
		}
		total++
		p := porcupine.Operation{ClientId: o.Client, Input: o, Call: o.Call, Return: math.MaxInt64}
		if o.Return != nil {
			p.Return = *o.Return
		}
		if o.Unknown {
			unknown++
		}
		if o.Row == "*" {
			everywhere = append(everywhere, p)
		} else {
			rows[o.Row] = append(rows[o.Row], p)
		}
	}
	for row := range rows {
		rows[row] = append(rows[row], everywhere...)
	}
	return rows, total, unknown, lines.Err()
}

func main() {
	visualize := flag.String("visualize", "", "directory for a page about each row that is not linearizable")
	timeout := flag.Duration("timeout", 2*time.Minute, "for each row")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	rows, total, unknown, err := read(flag.Arg(0))
	if err != nil || total == 0 {
		fmt.Fprintf(os.Stderr, "history: %s: %v, %d operations\n", flag.Arg(0), err, total)
		os.Exit(2)
	}
	names := make([]string, 0, len(rows))
	for row := range rows {
		names = append(names, row)
	}
	sort.Strings(names)

	var mutex sync.Mutex
	illegal, undecided := 0, 0
	work := make(chan string)
	var workers sync.WaitGroup
	for i := 0; i < runtime.NumCPU(); i++ {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for row := range work {
				result := porcupine.CheckOperationsTimeout(model(), rows[row], *timeout)
				if result == porcupine.Ok {
					continue
				}
				mutex.Lock()
				if result == porcupine.Unknown {
					undecided++
					fmt.Printf("history: row %s: not decided in %v\n", row, *timeout)
				} else {
					illegal++
					fmt.Printf("history: row %s: no order of its %d operations explains the answers\n", row, len(rows[row]))
					if *visualize != "" && illegal <= 3 {
						page := filepath.Join(*visualize, row+".html")
						_, info := porcupine.CheckOperationsVerbose(model(), rows[row], *timeout)
						if err := porcupine.VisualizePath(model(), info, page); err == nil {
							fmt.Printf("history: see %s\n", page)
						}
					}
				}
				mutex.Unlock()
			}
		}()
	}
	for _, row := range names {
		work <- row
	}
	close(work)
	workers.Wait()
	verdict := "linearizable"
	if illegal > 0 {
		verdict = "NOT linearizable"
	} else if undecided > 0 {
		verdict = "not decided"
	}
	fmt.Printf("history: %d operations on %d rows, %d of unknown outcome: %s\n", total, len(names), unknown, verdict)
	if illegal > 0 {
		os.Exit(1)
	}
	if undecided > 0 {
		os.Exit(2)
	}
}
