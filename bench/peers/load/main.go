// load: seeds a peer, loads it with payments, and checks what it stored. One JSON line per measurement.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

var dbURL string

type result struct {
	Peer        string  `json:"peer"`
	Scenario    string  `json:"scenario"`
	Connections int     `json:"connections"`
	Round       int     `json:"round"`
	Seconds     float64 `json:"seconds"`
	// Answers "paid" within the measured seconds.
	Payments  int     `json:"payments"`
	PerSecond float64 `json:"perSecond"`
	P50Ms     float64 `json:"p50Ms"`
	P99Ms     float64 `json:"p99Ms"`
	MaxMs     float64 `json:"maxMs"`
	// All other answers within the whole run (warm-up included).
	Errors     map[string]int `json:"errors,omitempty"`
	FirstError string         `json:"firstError,omitempty"`
	// Processor seconds per 1,000 payments: within the measured seconds, and of the whole run until the peer was idle.
	CPUPer1000      map[string]float64 `json:"cpuSecondsPer1000"`
	CPUPer1000Whole map[string]float64 `json:"cpuSecondsPer1000Whole"`
	DrainSeconds    float64            `json:"drainSeconds"`
	DBBytes         float64            `json:"dbBytesPerPayment"`
	WALBytes        float64            `json:"walBytesPerPayment"`
	// Of the whole run: accepted answers, rows added, money that left the sources (cents) against the sum of the accepted.
	Accepted   int            `json:"accepted"`
	Rows       int64          `json:"rows"`
	MoneyOK    bool           `json:"moneyOk"`
	Debited    int64          `json:"debitedCents"`
	Expected   int64          `json:"expectedCents"`
	Zero       int64          `json:"mustBeZero"`
	Repeated   map[string]int `json:"repeatedAnswers"`
	Duplicates int64          `json:"rowsAddedByRepeats"`
	Generator  float64        `json:"generatorCpu"`
	Idle       float64        `json:"machineIdle"`
	Steal      float64        `json:"machineSteal"`
	Load       string         `json:"loadBefore"`
	At         string         `json:"at"`
	Version    string         `json:"version,omitempty"`
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "load:", err)
	os.Exit(1)
}

func parsePids(text string) map[string][]int {
	out := map[string][]int{}
	for _, part := range strings.Split(text, ",") {
		k, v, ok := strings.Cut(part, "=")
		if !ok {
			continue
		}
		pid, _ := strconv.Atoi(v)
		if pid > 0 {
			out[k] = append(out[k], pid)
		}
	}
	return out
}

func diff(a, b map[string]float64) map[string]float64 {
	out := map[string]float64{}
	for k := range b {
		out[k] = b[k] - a[k]
	}
	return out
}

func total(m map[string]float64) (s float64) {
	for _, v := range m {
		s += v
	}
	return
}

func per1000(m map[string]float64, payments int) map[string]float64 {
	out := map[string]float64{}
	if payments == 0 {
		return out
	}
	for k, v := range m {
		out[k] = round(v/float64(payments)*1000, 4)
	}
	out["total"] = round(total(m)/float64(payments)*1000, 4)
	return out
}

func round(v float64, digits int) float64 {
	x, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'f', digits, 64), 64)
	return x
}

// untilIdle waits until the processes use less than a tenth of a processor for 1.5 s, at most limit.
func untilIdle(groups map[string][]int, limit time.Duration) float64 {
	start := time.Now()
	calm, quietAt := 0, start
	last := total(cpuOfTrees(groups))
	for time.Since(start) < limit && calm < 3 {
		time.Sleep(500 * time.Millisecond)
		now := total(cpuOfTrees(groups))
		if now-last < 0.05 {
			calm++
		} else {
			calm, quietAt = 0, time.Now()
		}
		last = now
	}
	return round(quietAt.Sub(start).Seconds(), 1)
}

func main() {
	action := flag.String("action", "measure", "seed | measure")
	name := flag.String("peer", "", "")
	port := flag.Int("port", 0, "")
	stateFile := flag.String("state", "", "")
	scenario := flag.String("scenario", "hot", "hot | many")
	conns := flag.Int("conns", 1, "")
	warm := flag.Float64("warmup", 3, "")
	seconds := flag.Float64("seconds", 3, "")
	runName := flag.String("run", "r", "unique for each measurement of a database")
	first := flag.Uint64("first", 0, "number of the first payment: unique for each scenario of a database")
	pids := flag.String("pids", "", "service=1,service=2,postgres=3,redis=4")
	drain := flag.Float64("drain", 30, "at most this many seconds until idle")
	rnd := flag.Int("round", 1, "")
	version := flag.String("version", "", "")
	procs := flag.Int("procs", 1, "")
	nextFile := flag.String("next", "", "file to which the next free number is written")
	accounts := flag.Int("accounts", 1000, "")
	flag.StringVar(&dbURL, "db", "", "")
	flag.Parse()
	runtime.GOMAXPROCS(*procs)
	groups := parsePids(*pids)
	load, _ := os.ReadFile("/proc/loadavg")
	base := result{Peer: *name, Scenario: *scenario, Connections: *conns, Round: *rnd, Seconds: *seconds, Load: strings.Join(strings.Fields(string(load))[:3], " "), At: time.Now().UTC().Format(time.RFC3339), Version: *version}

	p := newPeer(*name, *port)
	if *action == "seed" {
		s, err := p.seed(*accounts)
		if err != nil {
			fail(err)
		}
		b, _ := json.Marshal(s)
		if err := os.WriteFile(*stateFile, b, 0o600); err != nil {
			fail(err)
		}
		return
	}
	b, err := os.ReadFile(*stateFile)
	if err != nil {
		fail(err)
	}
	if err := json.Unmarshal(b, &p.state); err != nil {
		fail(err)
	}
	p.run = *runName
	measure(p, base, groups, *scenario, *conns, *warm, *seconds, *drain, *first, *nextFile)
}

func measure(p *Peer, r result, groups map[string][]int, scenario string, conns int, warm, seconds, drain float64, first uint64, nextFile string) {
	ctx := context.Background()
	var db *pgx.Conn
	var err error
	if p.statsURL == "" {
		if db, err = pgx.Connect(ctx, dbURL); err != nil {
			fail(err)
		}
		defer db.Close(ctx)
		// Every run starts behind a checkpoint: what full-page writes cost is the same for all.
		if _, err = db.Exec(ctx, "checkpoint"); err != nil {
			fail(err)
		}
	}
	before, err := p.count(ctx, db, true)
	if err != nil {
		fail(err)
	}
	nAccounts := len(p.state.Sources[scenario])
	refOf := func(n uint64) string { return fmt.Sprintf("p-%s-%d", p.run, n) }
	request := func(n uint64) ([]byte, int64) {
		cents := amountOf(n, nAccounts)
		return p.build(n, scenario, cents, refOf(n)), cents
	}
	var next atomic.Uint64
	next.Store(first)
	type worker struct {
		all      []uint64
		lat      []float64
		sum      int64
		errors   map[string]int
		firstErr string
	}
	workers := make([]worker, conns)
	cpu0 := cpuOfTrees(groups)
	start := time.Now()
	from := start.Add(time.Duration(warm * 1e9))
	end := from.Add(time.Duration(seconds * 1e9))
	var wg sync.WaitGroup
	for i := range workers {
		wg.Add(1)
		go func(w *worker) {
			defer wg.Done()
			w.errors = map[string]int{}
			c := &conn{port: p.port}
			defer c.close()
			for time.Now().Before(end) {
				n := next.Add(1) - 1
				text, cents := request(n)
				sent := time.Now()
				status, body, err := c.ask(text)
				done := time.Now()
				if err != nil || !p.ok[status] {
					key := strconv.Itoa(status)
					if err != nil {
						key = "no answer"
						time.Sleep(20 * time.Millisecond)
					}
					w.errors[key]++
					if w.firstErr == "" {
						if err != nil {
							w.firstErr = err.Error()
						} else {
							w.firstErr = string(body[:min(len(body), 300)])
						}
					}
					continue
				}
				w.all = append(w.all, n)
				w.sum += cents
				if done.After(from) && done.Before(end) {
					w.lat = append(w.lat, float64(done.Sub(sent).Microseconds())/1000)
				}
			}
		}(&workers[i])
	}
	time.Sleep(time.Until(from))
	cpuA, genA := cpuOfTrees(groups), selfCPU()
	idleA, stealA, allA := machine()
	time.Sleep(time.Until(end))
	cpuB, genB := cpuOfTrees(groups), selfCPU()
	idleB, stealB, allB := machine()
	wg.Wait()
	var lat []float64
	var all []uint64
	r.Errors = map[string]int{}
	for _, w := range workers {
		lat = append(lat, w.lat...)
		all = append(all, w.all...)
		r.Expected += w.sum
		for k, v := range w.errors {
			r.Errors[k] += v
		}
		if r.FirstError == "" {
			r.FirstError = w.firstErr
		}
	}
	sort.Float64s(lat)
	r.Payments, r.Accepted = len(lat), len(all)
	r.PerSecond = round(float64(len(lat))/seconds, 1)
	if len(lat) > 0 {
		r.P50Ms, r.P99Ms, r.MaxMs = round(lat[len(lat)/2], 2), round(lat[len(lat)*99/100], 2), round(lat[len(lat)-1], 2)
	}
	window := diff(cpuA, cpuB)
	r.CPUPer1000 = per1000(window, r.Payments)
	r.Generator = round((genB-genA)/seconds, 2)
	r.Idle, r.Steal = round((idleB-idleA)/(allB-allA), 2), round((stealB-stealA)/(allB-allA), 3)
	r.DrainSeconds = untilIdle(groups, time.Duration(drain*1e9))
	whole := diff(cpu0, cpuOfTrees(groups))
	r.CPUPer1000Whole = per1000(whole, r.Accepted)
	after, err := p.count(ctx, db, true)
	if err != nil {
		fail(err)
	}
	r.Rows = after.Rows - before.Rows
	r.Debited, r.Zero = after.Debited-before.Debited, after.Zero
	r.MoneyOK = r.Debited == r.Expected
	if r.Accepted > 0 {
		r.DBBytes = round(float64(after.DBBytes-before.DBBytes)/float64(r.Accepted), 0)
		r.WALBytes = round(float64(after.WAL-before.WAL)/float64(r.Accepted), 0)
	}
	// 100 accepted payments once more, word for word.
	r.Repeated = map[string]int{}
	c := &conn{port: p.port}
	for i := 0; i < 100 && len(all) > 0; i++ {
		text, _ := request(all[i*len(all)/100])
		status, _, err := c.ask(text)
		key := strconv.Itoa(status)
		if err != nil {
			key = "no answer"
		}
		r.Repeated[key]++
	}
	c.close()
	untilIdle(groups, 5*time.Second)
	again, err := p.count(ctx, db, true)
	if err != nil {
		fail(err)
	}
	r.Duplicates = again.Rows - after.Rows
	if again.Debited != after.Debited {
		r.MoneyOK = false
	}
	if nextFile != "" {
		os.WriteFile(nextFile, []byte(strconv.FormatUint(next.Load(), 10)), 0o600)
	}
	out, _ := json.Marshal(r)
	fmt.Println(string(out))
}
