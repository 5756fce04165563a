// shim: the smallest HTTP service over SQL functions, for peers that are not an HTTP service (raw, pgledger).
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

type payment struct {
	From, To, Reference string
	Amount              int64
}

func main() {
	mode := flag.String("mode", "raw", "raw | pgledger")
	port := flag.Int("port", 0, "")
	url := flag.String("db", "", "")
	pool := flag.Int("pool", 40, "")
	flag.Parse()
	cfg, err := pgxpool.ParseConfig(*url)
	if err != nil {
		panic(err)
	}
	cfg.MaxConns, cfg.MinConns = int32(*pool), 4
	db, err := pgxpool.NewWithConfig(context.Background(), cfg)
	if err != nil {
		panic(err)
	}
	answer := func(w http.ResponseWriter, status int, v any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(v)
	}
	http.HandleFunc("/readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := db.Ping(r.Context()); err != nil {
			answer(w, 503, err.Error())
			return
		}
		answer(w, 200, "ok")
	})
	http.HandleFunc("/payments", func(w http.ResponseWriter, r *http.Request) {
		var p payment
		if err := json.NewDecoder(r.Body).Decode(&p); err != nil || p.Reference == "" || p.Amount <= 0 {
			answer(w, 400, "bad request")
			return
		}
		var id string
		var err error
		if *mode == "raw" {
			from, _ := strconv.Atoi(p.From)
			to, _ := strconv.Atoi(p.To)
			var n int64
			err = db.QueryRow(r.Context(), `select pay($1,$2,$3,$4)`, p.Reference, from, to, p.Amount).Scan(&n)
			id = strconv.FormatInt(n, 10)
		} else {
			err = db.QueryRow(r.Context(), `select pay($1,$2,$3,$4)`, p.Reference, p.From, p.To, p.Amount).Scan(&id)
			var pg *pgconn.PgError
			if errors.As(err, &pg) && pg.Code == "23505" {
				if err = db.QueryRow(r.Context(), `select transfer_id from payment_references where reference = $1`, p.Reference).Scan(&id); err == nil {
					answer(w, 200, map[string]any{"id": id, "replayed": true})
					return
				}
			}
		}
		if err != nil {
			answer(w, 422, err.Error())
			return
		}
		answer(w, 201, map[string]any{"id": id, "reference": p.Reference, "from": p.From, "to": p.To, "amount": p.Amount})
	})
	http.HandleFunc("/seed", func(w http.ResponseWriter, r *http.Request) {
		var s struct{ Accounts, Funds int64 }
		json.NewDecoder(r.Body).Decode(&s)
		n := int(s.Accounts)
		out := map[string]any{}
		ctx := r.Context()
		if *mode == "raw" {
			// 1 hot, 2..n+1 sources, 1000001 clearing (no row: its balance is the sum of entries)
			if _, err := db.Exec(ctx, `insert into accounts select i, $2 from generate_series(1, $1::int + 1) i`, n, s.Funds); err != nil {
				answer(w, 500, err.Error())
				return
			}
			many := make([]string, n)
			for i := range many {
				many[i] = strconv.Itoa(i + 2)
			}
			out = map[string]any{"hot": "1", "clearing": "1000001", "many": many}
		} else {
			var ids []string
			make1 := func(name string, source bool) string {
				var id string
				if err := db.QueryRow(ctx, `select id from pgledger_create_account($1,'USD',$2)`, name, !source).Scan(&id); err != nil {
					panic(err)
				}
				return id
			}
			world, clearing, hot := make1("world", false), make1("clearing", false), make1("src-hot", true)
			many := make([]string, n)
			for i := range many {
				many[i] = make1(fmt.Sprintf("src-%d", i), true)
			}
			ids = append([]string{hot}, many...)
			for _, id := range ids {
				if _, err := db.Exec(ctx, `select pgledger_create_transfer($1,$2,$3)`, world, id, strconv.FormatInt(s.Funds/100, 10)); err != nil {
					answer(w, 500, err.Error())
					return
				}
			}
			out = map[string]any{"hot": hot, "clearing": clearing, "many": many}
		}
		answer(w, 200, out)
	})
	if err := http.ListenAndServe(fmt.Sprintf("127.0.0.1:%d", *port), nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
