package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
)

// State is what seeding leaves for measuring. Scenarios: hot (one source), many (1,000 sources, one clearing account).
type State struct {
	Token      map[string]string   `json:"token,omitempty"`
	Sources    map[string][]string `json:"sources"`
	Targets    map[string][]string `json:"targets"`
	Recipients map[string][]string `json:"recipients,omitempty"`
}

const recipients = 50

// amountOf: cents of payment n, unique for each pair of account and recipient (Bursar's duplicate guard), the same
// formula as bench/load/plan.ts: 10.00 to 10,010.02.
func amountOf(n uint64, accounts int) int64 {
	k := n / uint64(accounts*recipients)
	return 1000 + int64((k*611953)%1000003)
}

type Peer struct {
	name  string
	port  int
	state State
	run   string
	ok    map[int]bool // answers that mean "paid"
	build func(n uint64, scenario string, cents int64, ref string) []byte
	// SQL: number of payments stored and final; money debited from the sources so far, in cents; a figure that must be 0.
	rowsSQL, debitedSQL, zeroSQL string
	statsURL                     string // instead of SQL
	seed                         func(accounts int) (State, error)
}

func (p *Peer) source(n uint64, sc string) (string, int) {
	s := p.state.Sources[sc]
	return s[n%uint64(len(s))], len(s)
}

func (p *Peer) target(n uint64, sc string) string {
	t := p.state.Targets[sc]
	return t[n%uint64(len(t))]
}

func newPeer(name string, port int) *Peer {
	p := &Peer{name: name, port: port}
	switch name {
	case "bursar", "bursar-rtp":
		p.ok = map[int]bool{200: true}
		// ACH waits for the next cut-off, so its hand-over to the bank falls outside a short run; a real-time payment is
		// handed over at once, and the (simulated) bank answers: the whole life of a payment.
		method := map[string]string{"bursar": "ach", "bursar-rtp": "realTimePayment"}[name]
		p.build = func(n uint64, sc string, cents int64, ref string) []byte {
			src, a := p.source(n, sc)
			r := p.state.Recipients[sc]
			to := r[(n/uint64(a))%uint64(len(r))]
			body := fmt.Sprintf(`{"recipientId":"%s","amount":%d.%02d,"paymentMethod":"%s","idempotencyKey":"%s","externalMemo":"Invoice %d"}`, to, cents/100, cents%100, method, ref, 1000000000+n)
			return post(p.port, "/account/"+src+"/transactions", body, "Authorization: Bearer "+p.state.Token[sc]+"\r\n")
		}
		p.rowsSQL = `select count(*) from transactions where kind = 'outgoingPayment'`
		p.debitedSQL = `select coalesce(sum(-amount_minor::bigint),0)::bigint from transactions where kind = 'outgoingPayment'`
		p.zeroSQL = `select coalesce(sum(b.available_minor + b.held_minor::bigint - t.s),0)::bigint from ledger_balances b join (select account_id, sum(amount_minor::bigint) filter (where not (kind='outgoingPayment' and status='pending')) s from transactions group by 1) t on t.account_id = b.ledger_account_id`
	case "formance":
		p.ok = map[int]bool{200: true}
		p.build = func(n uint64, sc string, cents int64, ref string) []byte {
			src, _ := p.source(n, sc)
			body := fmt.Sprintf(`{"postings":[{"source":"%s","destination":"%s","amount":%d,"asset":"USD/2"}],"reference":"%s"}`, src, p.target(n, sc), cents, ref)
			return post(p.port, "/v2/main/transactions", body, "")
		}
		p.rowsSQL = `select count(*) from _default.transactions where reference like 'p-%'`
		p.debitedSQL = `select coalesce(sum(output),0)::bigint from _default.accounts_volumes where accounts_address like 'src:%'`
		p.zeroSQL = `select coalesce(sum(input - output),0)::bigint from _default.accounts_volumes`
		p.seed = p.seedFormance
	case "blnk":
		p.ok = map[int]bool{201: true}
		p.build = func(n uint64, sc string, cents int64, ref string) []byte {
			src, _ := p.source(n, sc)
			body := fmt.Sprintf(`{"precise_amount":%d,"precision":100,"currency":"USD","reference":"%s","source":"%s","destination":"%s","description":"payment","allow_overdraft":false,"skip_queue":true}`, cents, ref, src, p.target(n, sc))
			return post(p.port, "/transactions", body, "")
		}
		p.rowsSQL = `select count(*) from blnk.transactions where status = 'APPLIED' and reference like 'p-%'`
		p.debitedSQL = `select coalesce(sum(debit_balance),0)::bigint from blnk.balances where balance_id = any (select balance_id from bench_sources)`
		p.zeroSQL = `select coalesce(sum(balance),0)::bigint from blnk.balances`
		p.seed = p.seedBlnk
	case "raw-http", "pgledger":
		p.ok = map[int]bool{201: true}
		p.build = p.shimBuild
		if name == "raw-http" {
			p.rowsSQL = `select count(*) from payments where reference like 'p-%'`
			p.debitedSQL = `select (count(*) * 1000000000000000 - sum(balance))::bigint from accounts`
			p.zeroSQL = `select coalesce(sum(amount),0)::bigint from entries`
		} else {
			p.rowsSQL = `select count(*) from payment_references`
			p.debitedSQL = `select (-100 * (select coalesce(sum(amount),0) from pgledger_entries e join pgledger_accounts a on a.id = e.account_id where a.name like 'src%' and amount < 0))::bigint`
			p.zeroSQL = `select (100*sum(balance))::bigint from pgledger_accounts`
		}
		p.seed = p.seedShim
	case "tigerbeetle":
		p.ok = map[int]bool{201: true}
		p.build = p.shimBuild
		p.statsURL = fmt.Sprintf("http://127.0.0.1:%d/stats", port)
		p.seed = p.seedShim
	default:
		panic("unknown peer " + name)
	}
	return p
}

func (p *Peer) shimBuild(n uint64, sc string, cents int64, ref string) []byte {
	src, _ := p.source(n, sc)
	body := fmt.Sprintf(`{"from":"%s","to":"%s","amount":%d,"reference":"%s"}`, src, p.target(n, sc), cents, ref)
	return post(p.port, "/payments", body, "")
}

// ---- seeding ----

func (p *Peer) call(method, path, body string) (map[string]any, error) {
	req, _ := http.NewRequest(method, fmt.Sprintf("http://127.0.0.1:%d%s", p.port, path), strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	b, _ := io.ReadAll(res.Body)
	if res.StatusCode >= 300 {
		return nil, fmt.Errorf("%s %s answered %d: %s", method, path, res.StatusCode, b)
	}
	var out map[string]any
	json.Unmarshal(b, &out)
	return out, nil
}

func inTurns(count int, task func(i int) error) error {
	next, mu := 0, sync.Mutex{}
	var first error
	var wg sync.WaitGroup
	for w := 0; w < 8; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				mu.Lock()
				i := next
				next++
				stop := first != nil
				mu.Unlock()
				if i >= count || stop {
					return
				}
				if err := task(i); err != nil {
					mu.Lock()
					if first == nil {
						first = err
					}
					mu.Unlock()
				}
			}
		}()
	}
	wg.Wait()
	return first
}

const funds = 1_000_000_000_000_000 // cents in each source account

func names(prefix string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("%s%d", prefix, i+1)
	}
	return out
}

func scenarios(hot string, many []string, clearing string) State {
	return State{
		Sources: map[string][]string{"hot": {hot}, "many": many},
		Targets: map[string][]string{"hot": {clearing}, "many": {clearing}},
	}
}

func (p *Peer) seedFormance(n int) (State, error) {
	if _, err := p.call("POST", "/v2/main", "{}"); err != nil {
		return State{}, err
	}
	many := names("src:many:", n)
	all := append([]string{"src:hot"}, many...)
	err := inTurns(len(all), func(i int) error {
		_, err := p.call("POST", "/v2/main/transactions", fmt.Sprintf(`{"postings":[{"source":"world","destination":"%s","amount":%d,"asset":"USD/2"}],"reference":"seed-%d"}`, all[i], int64(funds), i))
		return err
	})
	return scenarios("src:hot", many, "clearing"), err
}

func (p *Peer) seedBlnk(n int) (State, error) {
	l, err := p.call("POST", "/ledgers", `{"name":"bench"}`)
	if err != nil {
		return State{}, err
	}
	ids := make([]string, n+2)
	err = inTurns(len(ids), func(i int) error {
		b, err := p.call("POST", "/balances", fmt.Sprintf(`{"ledger_id":"%v","currency":"USD"}`, l["ledger_id"]))
		if err == nil {
			ids[i], _ = b["balance_id"].(string)
		}
		return err
	})
	if err != nil {
		return State{}, err
	}
	// One at a time: all take the lock of @world.
	for i := 0; i < n+1; i++ {
		if _, err = p.call("POST", "/transactions", fmt.Sprintf(`{"precise_amount":%d,"precision":100,"currency":"USD","reference":"seed-%d","source":"@world","destination":"%s","description":"seed","allow_overdraft":true,"skip_queue":true}`, int64(funds), i, ids[i])); err != nil {
			return State{}, err
		}
	}
	db, err := pgx.Connect(context.Background(), dbURL)
	if err != nil {
		return State{}, err
	}
	defer db.Close(context.Background())
	_, err = db.Exec(context.Background(), `create table bench_sources (balance_id text primary key)`)
	if err == nil {
		_, err = db.Exec(context.Background(), `insert into bench_sources select unnest($1::text[])`, ids[:n+1])
	}
	return scenarios(ids[0], ids[1:n+1], ids[n+1]), err
}

func (p *Peer) seedShim(n int) (State, error) {
	out, err := p.call("POST", "/seed", fmt.Sprintf(`{"accounts":%d,"funds":%d}`, n, int64(funds)))
	if err != nil {
		return State{}, err
	}
	b, _ := json.Marshal(out)
	var s struct {
		Hot, Clearing string
		Many          []string
	}
	json.Unmarshal(b, &s)
	return scenarios(s.Hot, s.Many, s.Clearing), nil
}

// ---- counting ----

type counts struct {
	Rows    int64 `json:"rows"`
	Debited int64 `json:"debited"`
	Zero    int64 `json:"zero"`
	DBBytes int64 `json:"dbBytes"`
	WAL     int64 `json:"wal"`
}

func (p *Peer) count(ctx context.Context, db *pgx.Conn, money bool) (c counts, err error) {
	if p.statsURL != "" {
		res, e := http.Get(p.statsURL)
		if e != nil {
			return c, e
		}
		defer res.Body.Close()
		err = json.NewDecoder(res.Body).Decode(&c)
		return
	}
	if err = db.QueryRow(ctx, p.rowsSQL).Scan(&c.Rows); err != nil {
		return c, fmt.Errorf("rows: %w", err)
	}
	if money {
		if err = db.QueryRow(ctx, p.debitedSQL).Scan(&c.Debited); err != nil {
			return c, fmt.Errorf("debited: %w", err)
		}
		if err = db.QueryRow(ctx, p.zeroSQL).Scan(&c.Zero); err != nil {
			return c, fmt.Errorf("zero: %w", err)
		}
	}
	err = db.QueryRow(ctx, `select pg_database_size(current_database()), pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint`).Scan(&c.DBBytes, &c.WAL)
	return
}
