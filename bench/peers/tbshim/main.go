// tbshim: the smallest HTTP service over one TigerBeetle client. Concurrent requests share the client, which batches
// them as TigerBeetle's documentation advises; each HTTP request is one transfer.
package main

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"

	tb "github.com/tigerbeetle/tigerbeetle-go"
)

type payment struct {
	From, To, Reference string
	Amount              int64
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	port := flag.Int("port", 0, "")
	addr := flag.String("tb", "", "")
	flag.Parse()
	client, err := tb.NewClient(tb.ToUint128(0), []string{*addr})
	must(err)
	must(client.Nop())
	answer := func(w http.ResponseWriter, status int, v any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(v)
	}
	id := func(s string) tb.Uint128 { n, _ := strconv.ParseUint(s, 10, 64); return tb.ToUint128(n) }
	var created atomic.Int64
	var sources int
	http.HandleFunc("/readyz", func(w http.ResponseWriter, r *http.Request) { answer(w, 200, "ok") })
	http.HandleFunc("/payments", func(w http.ResponseWriter, r *http.Request) {
		var p payment
		if err := json.NewDecoder(r.Body).Decode(&p); err != nil || p.Reference == "" || p.Amount <= 0 {
			answer(w, 400, "bad request")
			return
		}
		sum := sha256.Sum256([]byte(p.Reference))
		var key [16]byte
		copy(key[:], sum[:16])
		res, err := client.CreateTransfers([]tb.Transfer{{ID: tb.BytesToUint128(key), DebitAccountID: id(p.From), CreditAccountID: id(p.To), Amount: tb.ToUint128(uint64(p.Amount)), Ledger: 1, Code: 1}})
		if err != nil {
			answer(w, 500, err.Error())
			return
		}
		status := tb.TransferCreated
		if len(res) > 0 {
			status = res[0].Status
		}
		switch status {
		case tb.TransferCreated:
			created.Add(1)
			answer(w, 201, map[string]any{"id": fmt.Sprintf("%x", key), "reference": p.Reference, "from": p.From, "to": p.To, "amount": p.Amount})
		case tb.TransferExists:
			answer(w, 200, map[string]any{"id": fmt.Sprintf("%x", key), "replayed": true})
		default:
			answer(w, 422, status.String())
		}
	})
	http.HandleFunc("/seed", func(w http.ResponseWriter, r *http.Request) {
		var s struct{ Accounts, Funds int64 }
		json.NewDecoder(r.Body).Decode(&s)
		n := int(s.Accounts)
		sources = n + 1
		// 1 hot, 2..n+1 sources, 1000001 clearing, 2000000 world
		var accounts []tb.Account
		add := func(i int, source bool) {
			accounts = append(accounts, tb.Account{ID: tb.ToUint128(uint64(i)), Ledger: 1, Code: 1, Flags: tb.AccountFlags{DebitsMustNotExceedCredits: source}.ToUint16()})
		}
		many := make([]string, n)
		add(1, true)
		add(1000001, false)
		add(2000000, false)
		for i := range many {
			many[i] = strconv.Itoa(i + 2)
			add(i+2, true)
		}
		_, err := client.CreateAccounts(accounts)
		must(err)
		var seeds []tb.Transfer
		for i := 1; i <= n+1; i++ {
			seeds = append(seeds, tb.Transfer{ID: tb.ToUint128(uint64(i)), DebitAccountID: tb.ToUint128(2000000), CreditAccountID: tb.ToUint128(uint64(i)), Amount: tb.ToUint128(uint64(s.Funds)), Ledger: 1, Code: 2})
		}
		_, err = client.CreateTransfers(seeds)
		must(err)
		answer(w, 200, map[string]any{"hot": "1", "clearing": "1000001", "many": many})
	})
	// rows: what this process was told is created (TigerBeetle has no count); debited and zero: from the accounts.
	http.HandleFunc("/stats", func(w http.ResponseWriter, r *http.Request) {
		var debited, all int64
		low := func(v tb.Uint128) int64 { lo, _ := v.Uint64(); return int64(lo) }
		look := func(from, count int, source bool) {
			var ids []tb.Uint128
			for i := 0; i < count; i++ {
				ids = append(ids, tb.ToUint128(uint64(from+i)))
			}
			found, err := client.LookupAccounts(ids)
			must(err)
			for _, a := range found {
				if source {
					debited += low(a.DebitsPosted)
				}
				all += low(a.CreditsPosted) - low(a.DebitsPosted)
			}
		}
		look(1, sources, true)
		look(1000001, 1, false)
		look(2000000, 1, false)
		answer(w, 200, map[string]any{"rows": created.Load(), "debited": debited, "zero": all})
	})
	must(http.ListenAndServe(fmt.Sprintf("127.0.0.1:%d", *port), nil))
}
