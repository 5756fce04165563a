package bursar

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// PaymentRow is one payment of [Client.PayMany]. With an IdempotencyKey of your own, such as the number of an invoice, it is
// paid once even if the journal is lost; without it, its key comes from the journal.
type PaymentRow struct {
	// AccountID is the account that pays; by default, that of the options.
	AccountID string
	Payment   CreateSendMoneyApprovalRequest
}

// PayManyOptions are those of a run.
type PayManyOptions struct {
	// JournalPath is a file that remembers the run. Without one, a crash loses it.
	JournalPath string
	// AccountID pays rows that name no account.
	AccountID string
	// Direct sends without approval; by default, each payment waits for approval.
	Direct bool
	// OnProgress is called after each row. An error that it returns ends the run, which can be continued.
	OnProgress func(Progress) error
	// MaxRetries is how often a request that got no answer is sent again, with the same key. The default is 8.
	MaxRetries *int
}

// Progress is how far a run is.
type Progress struct {
	Done, Total int
	Result      RowResult
}

// RowStatus is what happened to a row.
type RowStatus string

const (
	// RowAccepted is paid or requested, now or earlier.
	RowAccepted RowStatus = "accepted"
	// RowRefused is not paid: correct what the error says, and run it again.
	RowRefused RowStatus = "refused"
	// RowUnknown may be paid, because there was no answer: run it again, or look for the key.
	RowUnknown RowStatus = "unknown"
	// RowNotSent is a row that the run stopped before.
	RowNotSent RowStatus = "notSent"
)

// RowResult is what happened to a row.
type RowResult struct {
	// Index of the row, counted from 0.
	Index int
	Row   PaymentRow
	// Key is the idempotency key.
	Key    string
	Status RowStatus
	// ID of the transaction or the approval request, if the row is accepted.
	ID string
	// Err is an *APIError or a *ConnectionError.
	Err error
}

// PayManyResult is what happened to all rows, in their order.
type PayManyResult struct {
	Results []RowResult
	Counts  map[RowStatus]int
	// Stopped is why rows were not sent: the error of the context, of OnProgress, or of a row. It is nil if all were.
	Stopped error
}

// RowProblem is why a row cannot be paid.
type RowProblem struct {
	// Index of the row, counted from 0.
	Index   int
	Message string
}

// RowsError means that rows cannot be paid as they are. Nothing was sent.
type RowsError struct{ Problems []RowProblem }

func (e *RowsError) Error() string {
	first := e.Problems[0]
	return fmt.Sprintf("bursar: %d rows cannot be paid, and nothing was sent; row %d: %s", len(e.Problems), first.Index+1, first.Message)
}

const (
	payManyRetries  = 8
	firstRowPause   = 250 * time.Millisecond
	longestRowPause = 5 * time.Second
)

// ofEveryRow are codes for which every other row would be refused, too.
var ofEveryRow = []ErrorCode{"tokenNotInScope", "tokenNeeded", "requesterUnknown", "organizationKeyRevoked"}

// PayMany pays rows, one request after another, each with its own key from the journal. Called again with the same rows and
// the same journal, it sends what is not accepted yet, with the same keys: the service answers a repeated key with the first
// response, and pays nothing.
//
// Canceling ctx ends the run after the row that is being sent. A refused row is followed by a pause, which doubles with each
// further one; a row without an answer is sent again, and if there is none, the run stops.
//
// It returns an error, and has sent nothing, if rows cannot be paid (a *RowsError), the journal belongs to another run
// ([ErrJournal]), or the token cannot be read. A journal that cannot be written ends the run with an error, too.
func (c *Client) PayMany(ctx context.Context, rows []PaymentRow, options PayManyOptions) (*PayManyResult, error) {
	token, err := c.GetToken(ctx)
	if err != nil {
		return nil, err
	}
	proposed := runHeader{Run: randomID(), OrganizationID: token.Organization.Id, Direct: options.Direct}
	journal, err := openJournal(options.JournalPath, proposed)
	if err != nil {
		return nil, err
	}
	defer func() { _ = journal.close() }()
	if journal.header.OrganizationID != proposed.OrganizationID {
		return nil, fmt.Errorf("%w: it is of another organization; use the token that the run began with", ErrJournal)
	}
	if journal.header.Direct != proposed.Direct {
		return nil, fmt.Errorf("%w: it began with Direct: %t; continue it so, or start a new one", ErrJournal, journal.header.Direct)
	}
	prepared, err := prepareRows(rows, journal, options.AccountID)
	if err != nil {
		return nil, err
	}
	return c.payAll(ctx, journal, prepared, options)
}

// preparedRow is a row, and what identifies it in the journal.
type preparedRow struct {
	index     int
	row       PaymentRow
	accountID string
	body      map[string]any
	key       string
	digest    string
	last      *journalEntry
}

func (r preparedRow) result(status RowStatus, err error) RowResult {
	return RowResult{Index: r.index, Row: r.row, Key: r.key, Status: status, Err: err}
}

// prepareRows gives each row its key: its own, or one that follows from the run and the row's content, so it does not depend
// on the order. The second of two equal rows is another payment, with another key.
func prepareRows(rows []PaymentRow, journal *journal, accountID string) ([]preparedRow, error) {
	var problems []RowProblem
	prepared := make([]preparedRow, 0, len(rows))
	timesSeen := map[string]int{}
	indexByKey := map[string]int{}
	for index, row := range rows {
		body, err := membersOf(row.Payment)
		if err != nil {
			return nil, err
		}
		account := row.AccountID
		if account == "" {
			account = accountID
		}
		digest := digestOf(body, account)
		key := fmt.Sprintf("%s-%d-%s", journal.header.Run, timesSeen[digest], digest)
		if own := row.Payment.IdempotencyKey; own != nil {
			key = *own
		}
		timesSeen[digest]++
		each := preparedRow{index: index, row: row, accountID: account, body: body, key: key, digest: digest}
		if last, isKnown := journal.entries[key]; isKnown {
			each.last = &last
		}
		problem := problemOf(each)
		if same, isTaken := indexByKey[key]; isTaken && problem == "" {
			problem = fmt.Sprintf("Row %d has the same IdempotencyKey. Give each payment its own.", same+1)
		}
		if problem != "" {
			problems = append(problems, RowProblem{Index: index, Message: problem})
		}
		indexByKey[key] = index
		prepared = append(prepared, each)
	}
	if len(problems) > 0 {
		return nil, &RowsError{Problems: problems}
	}
	return prepared, nil
}

// membersOf returns the payment as it is sent. Its key is in the header.
func membersOf(payment CreateSendMoneyApprovalRequest) (map[string]any, error) {
	encoded, err := json.Marshal(payment)
	if err != nil {
		return nil, fmt.Errorf("bursar: %w", err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(encoded)))
	decoder.UseNumber()
	var members map[string]any
	if err := decoder.Decode(&members); err != nil {
		return nil, fmt.Errorf("bursar: %w", err)
	}
	delete(members, "idempotencyKey")
	return members, nil
}

var amountPattern = regexp.MustCompile(`^\d+(\.\d{1,2})?$`)

func problemOf(row preparedRow) string {
	payment := row.row.Payment
	amount := fmt.Sprint(row.body["amount"])
	switch {
	case row.accountID == "":
		return "Set AccountID, in the row or in the options."
	case payment.RecipientId == "":
		return "Set RecipientId."
	case payment.PaymentMethod == "":
		return "Set PaymentMethod."
	case row.key == "":
		return "An IdempotencyKey must not be empty."
	case payment.Amount <= 0 || !amountPattern.MatchString(amount):
		return amount + " is not a valid amount. Use dollars, such as 1234.5."
	case row.last != nil && row.last.Digest != row.digest:
		return "This key was used for a row with another content. Use a new key."
	}
	return ""
}

// digestOf is the same for the same payment, whatever the order of its members, and in every SDK.
func digestOf(members map[string]any, accountID string) string {
	all := maps.Clone(members)
	all["accountId"] = accountID
	var text strings.Builder
	writeCanonical(&text, all)
	sum := sha256.Sum256([]byte(text.String()))
	return hex.EncodeToString(sum[:20])
}

// writeCanonical writes JSON without spaces, null members, and keys of payments; members are sorted.
func writeCanonical(text *strings.Builder, value any) {
	switch value := value.(type) {
	case map[string]any:
		text.WriteByte('{')
		separator := ""
		for _, name := range slices.Sorted(maps.Keys(value)) {
			if value[name] == nil || name == "idempotencyKey" {
				continue
			}
			text.WriteString(separator)
			writeCanonicalText(text, name)
			text.WriteByte(':')
			writeCanonical(text, value[name])
			separator = ","
		}
		text.WriteByte('}')
	case []any:
		text.WriteByte('[')
		for index, each := range value {
			if index > 0 {
				text.WriteByte(',')
			}
			writeCanonical(text, each)
		}
		text.WriteByte(']')
	case string:
		writeCanonicalText(text, value)
	case nil:
		text.WriteString("null")
	default:
		// Numbers as they were written, which is as JavaScript writes them; true and false.
		fmt.Fprint(text, value)
	}
}

// writeCanonicalText escapes what JavaScript does. encoding/json also escapes < and others.
func writeCanonicalText(text *strings.Builder, value string) {
	short := map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}
	text.WriteByte('"')
	for _, letter := range value {
		switch escaped, isShort := short[letter]; {
		case isShort:
			text.WriteString(escaped)
		case letter < ' ':
			fmt.Fprintf(text, `\u%04x`, letter)
		default:
			text.WriteRune(letter)
		}
	}
	text.WriteByte('"')
}

func (c *Client) payAll(ctx context.Context, journal *journal, rows []preparedRow, options PayManyOptions) (*PayManyResult, error) {
	result := &PayManyResult{
		Results: make([]RowResult, 0, len(rows)),
		Counts:  map[RowStatus]int{RowAccepted: 0, RowRefused: 0, RowUnknown: 0, RowNotSent: 0},
	}
	failures := 0
	for _, row := range rows {
		if result.Stopped == nil {
			result.Stopped = ctx.Err()
		}
		each := row.result(RowNotSent, nil)
		if result.Stopped == nil {
			var err error
			if each, err = c.payRow(ctx, journal, row, options); err != nil {
				return result, err
			}
			result.Stopped = reasonToStop(ctx, each)
		}
		result.Results = append(result.Results, each)
		result.Counts[each.Status]++
		if each.Status == RowNotSent {
			continue
		}
		if options.OnProgress != nil {
			progress := Progress{Done: len(result.Results), Total: len(rows), Result: each}
			if err := options.OnProgress(progress); err != nil && result.Stopped == nil {
				result.Stopped = err
			}
		}
		if each.Status != RowRefused {
			failures = 0
			continue
		}
		if result.Stopped == nil && len(result.Results) < len(rows) {
			sleep(ctx, min(firstRowPause<<min(failures, 10), longestRowPause))
		}
		failures++
	}
	return result, nil
}

// payRow returns an error only if the journal cannot be written.
func (c *Client) payRow(ctx context.Context, journal *journal, row preparedRow, options PayManyOptions) (RowResult, error) {
	if row.last != nil && row.last.State == stateAccepted {
		accepted := row.result(RowAccepted, nil)
		accepted.ID = row.last.ID
		return accepted, nil
	}
	wasInDoubt := row.last != nil && row.last.State == stateSending
	if !wasInDoubt {
		if err := journal.append(journalEntry{Key: row.key, Digest: row.digest, State: stateSending}); err != nil {
			return row.result(RowNotSent, err), err
		}
	}
	id, err := c.sendRow(ctx, row, options)
	if err == nil {
		accepted := row.result(RowAccepted, nil)
		accepted.ID = id
		return accepted, journal.append(journalEntry{Key: row.key, Digest: row.digest, State: stateAccepted, ID: id})
	}
	var refusal *APIError
	switch isRefusal := errors.As(err, &refusal); {
	case mayHaveSucceeded(err) || (wasInDoubt && !saysUnpaid(err)):
		return row.result(RowUnknown, err), nil
	case !isRefusal:
		return row.result(RowNotSent, err), nil
	}
	return row.result(RowRefused, err), journal.append(journalEntry{Key: row.key, Digest: row.digest, State: stateRefused})
}

func mayHaveSucceeded(err error) bool {
	var refusal *APIError
	var unanswered *ConnectionError
	return (errors.As(err, &refusal) && refusal.MayHaveSucceeded) || (errors.As(err, &unanswered) && unanswered.MayHaveSucceeded)
}

func (c *Client) sendRow(ctx context.Context, row preparedRow, options PayManyOptions) (string, error) {
	id, err := c.trySending(ctx, row, options)
	// Refused, but an earlier attempt had no answer: only a request that is refused at once says that nothing was paid.
	if err != nil && mayHaveSucceeded(err) && saysUnpaid(err) {
		return c.trySending(ctx, row, options)
	}
	return id, err
}

// saysUnpaid is whether the service looked for the key before it refused the row. It refuses a token before: a revoked one
// says nothing about a request that had no answer.
func saysUnpaid(err error) bool {
	var refusal *APIError
	return errors.As(err, &refusal) &&
		slices.Contains([]int{http.StatusBadRequest, http.StatusNotFound, http.StatusConflict}, refusal.Status)
}

func (c *Client) trySending(ctx context.Context, row preparedRow, options PayManyOptions) (string, error) {
	described := request{
		method:     http.MethodPost,
		path:       "/account/{accountId}/request-send-money",
		parameters: []any{row.accountID},
		body:       row.body,
		keyed:      true,
	}
	if options.Direct {
		described.path = "/account/{accountId}/transactions"
	}
	maxRetries := payManyRetries
	if options.MaxRetries != nil {
		maxRetries = *options.MaxRetries
	}
	var id string
	decode := func(body []byte) error {
		var paid struct {
			ID        string `json:"id"`
			RequestID string `json:"requestId"`
		}
		err := json.Unmarshal(body, &paid)
		if id = paid.RequestID; options.Direct {
			id = paid.ID
		}
		if id == "" {
			err = errors.Join(err, errors.New("the answer has no ID"))
		}
		return err
	}
	// The outcome of a request that was sent is worth waiting for.
	err := c.send(context.WithoutCancel(ctx), described, []RequestOption{
		WithIdempotencyKey(row.key), WithRetries(maxRetries), withPatience(ctx),
	}, decode)
	return id, err
}

func reasonToStop(ctx context.Context, result RowResult) error {
	if result.Status == RowAccepted || result.Err == nil {
		return nil
	}
	if result.Status == RowRefused && !refusesEveryRow(result.Err) {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return result.Err
}

func refusesEveryRow(err error) bool {
	var refusal *APIError
	if !errors.As(err, &refusal) {
		return false
	}
	return refusal.Status == http.StatusUnauthorized || refusal.Status == http.StatusTooManyRequests ||
		refusal.Status == http.StatusRequestTimeout || refusal.Status >= 500 || slices.Contains(ofEveryRow, refusal.Code)
}
