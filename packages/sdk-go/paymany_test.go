package bursar

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// rowsOf returns rows of which the second and third are equal, and two payments nevertheless.
func rowsOf(service testService, memo string, count int) []PaymentRow {
	amounts := []float64{1, 2.5, 2.5, 3, 4, 5}
	rows := make([]PaymentRow, 0, count)
	for _, amount := range amounts[:count] {
		rows = append(rows, PaymentRow{AccountID: service.accountID, Payment: CreateSendMoneyApprovalRequest{
			RecipientId: service.recipientID, Amount: amount, PaymentMethod: PaymentMethodAch, ExternalMemo: Ptr(memo + " " + thisRun),
		}})
	}
	return rows
}

func requestsWith(t *testing.T, client *Client, memo string) int {
	t.Helper()
	all := &ListSendMoneyApprovalRequestsParams{Status: Ptr(ApprovalRequestStatusFilterAll)}
	page := must[*PageOf[SendMoneyApprovalRequestList, SendMoneyApprovalRequest]](t)(client.ListSendMoneyApprovalRequests(t.Context(), all))
	count := 0
	for each, err := range page.All(t.Context()) {
		if request := must[SendMoneyApprovalRequest](t)(each, err); request.Memo != nil && *request.Memo == memo+" "+thisRun {
			count++
		}
	}
	return count
}

func statusesOf(result *PayManyResult) []RowStatus {
	var statuses []RowStatus
	for _, each := range result.Results {
		statuses = append(statuses, each.Status)
	}
	return statuses
}

func TestEachRowIsRequestedOnceWithProgress(t *testing.T) {
	service := theService(t)
	client := clientOf(t, service)
	var seen []int
	options := PayManyOptions{
		JournalPath: filepath.Join(t.TempDir(), "j"),
		OnProgress:  func(progress Progress) error { seen = append(seen, progress.Done, progress.Total); return nil },
	}
	run := must[*PayManyResult](t)
	first := run(client.PayMany(t.Context(), rowsOf(service, "go once", 5), options))
	if !slices.Equal(seen, []int{1, 5, 2, 5, 3, 5, 4, 5, 5, 5}) || first.Stopped != nil || first.Counts[RowAccepted] != 5 {
		t.Error(seen, first)
	}
	rows := rowsOf(service, "go once", 6)
	slices.Reverse(rows)
	second := run(client.PayMany(t.Context(), rows, options))
	if second.Results[5].ID != first.Results[0].ID || requestsWith(t, client, "go once") != 6 {
		t.Error(second)
	}
	content := must[[]byte](t)(os.ReadFile(options.JournalPath))
	if info := must[os.FileInfo](t)(os.Stat(options.JournalPath)); info.Mode() != 0o600 || strings.Contains(string(content), service.recipientID) {
		t.Error(info.Mode(), string(content))
	}
	direct := PayManyOptions{Direct: true, JournalPath: filepath.Join(t.TempDir(), "direct")}
	payment := rowsOf(service, "go direct", 1)
	payment[0].Payment.Amount = newAmount()
	paid := run(client.PayMany(t.Context(), payment, direct))
	if again := run(client.PayMany(t.Context(), payment, direct)); again.Results[0].ID != paid.Results[0].ID {
		t.Error(again)
	}
	if found := withAmount(t, client, payment[0].Payment.Amount); !slices.Equal(found, []string{paid.Results[0].ID}) {
		t.Error(found)
	}
}

// TestARunThatDiedIsContinued runs the loop with a journal that ends, whole or cut, after each of its lines: that is all that
// a process that dies leaves behind.
func TestARunThatDiedIsContinuedAndPaysEachRowOnce(t *testing.T) {
	service := theService(t)
	client := clientOf(t, service)
	path := filepath.Join(t.TempDir(), "j")
	rows := rowsOf(service, "go died", 4)
	must[*PayManyResult](t)(client.PayMany(t.Context(), rows, PayManyOptions{JournalPath: path}))
	whole := must[[]byte](t)(os.ReadFile(path))
	lines := strings.SplitAfter(strings.TrimSuffix(string(whole), "\n"), "\n")
	if len(lines) != 9 {
		t.Fatal(string(whole))
	}
	for kept := 1; kept <= len(lines); kept++ {
		for _, cut := range []string{"", lines[kept-1][:10]} {
			left := filepath.Join(t.TempDir(), "left")
			if err := os.WriteFile(left, []byte(strings.Join(lines[:kept], "")+cut), 0o600); err != nil {
				t.Fatal(err)
			}
			continued := must[*PayManyResult](t)(client.PayMany(t.Context(), rows, PayManyOptions{JournalPath: left}))
			if continued.Counts[RowAccepted] != 4 {
				t.Error(kept, continued)
			}
		}
	}
	if count := requestsWith(t, client, "go died"); count != 4 {
		t.Error(count, "requests")
	}
}

// empty is the answer of another server.
func empty(answer http.ResponseWriter, _ func() *http.Response) bool {
	_, _ = answer.Write([]byte("{}"))
	return true
}

func TestARowWithoutAnAnswerIsUnknownAndStopsTheRun(t *testing.T) {
	service := theService(t)
	network := newNetwork(t, service)
	service.baseURL = network.url
	client := clientOf(t, service)
	for name, fault := range map[string]fault{"lost": loseAnswer, "proxy": answering(502, ""), "other": answering(200, ""), "empty": empty} {
		rows := rowsOf(service, "go unknown "+name, 4)
		options := PayManyOptions{JournalPath: filepath.Join(t.TempDir(), "j"), MaxRetries: Ptr(0)}
		// net/http sends a request with a key again, too, if a connection that it used before ends.
		network.fail(pass, pass, fault, fault)
		stopped := must[*PayManyResult](t)(client.PayMany(t.Context(), rows, options))
		if !slices.Equal(statusesOf(stopped), []RowStatus{RowAccepted, RowUnknown, RowNotSent, RowNotSent}) || stopped.Stopped == nil {
			t.Error(name, statusesOf(stopped), stopped.Stopped)
		}
		// A token that is refused meanwhile does not say that the row is unpaid.
		network.fail(pass, answering(401, "authenticationRequired"))
		refused := must[*PayManyResult](t)(client.PayMany(t.Context(), rows, options))
		if !slices.Equal(statusesOf(refused), []RowStatus{RowAccepted, RowUnknown, RowNotSent, RowNotSent}) {
			t.Error(name, statusesOf(refused))
		}
		network.fail()
		continued := must[*PayManyResult](t)(client.PayMany(t.Context(), rows, options))
		if continued.Counts[RowAccepted] != 4 || requestsWith(t, client, "go unknown "+name) != 4 {
			t.Error(name, statusesOf(continued))
		}
	}
	network.fail(pass, loseAnswer, loseRequest, pass, loseAnswer, answering(503, "serviceUnavailable", "Retry-After", "0"))
	paid := must[*PayManyResult](t)(client.PayMany(t.Context(), rowsOf(service, "go retried", 4), PayManyOptions{}))
	if paid.Counts[RowAccepted] != 4 || requestsWith(t, client, "go retried") != 4 {
		t.Error(statusesOf(paid))
	}
}

func TestARefusedRowIsReportedAndTheOthersArePaid(t *testing.T) {
	service := theService(t)
	client := clientOf(t, service)
	rows := rowsOf(service, "go refused", 3)
	rows[1].Payment.RecipientId = "0199a1b2-0000-7000-8000-000000000001"
	paid := must[*PayManyResult](t)(client.PayMany(t.Context(), rows, PayManyOptions{}))
	if !slices.Equal(statusesOf(paid), []RowStatus{RowAccepted, RowRefused, RowAccepted}) {
		t.Error(statusesOf(paid))
	}
	if refusal := refusalOf(t, paid.Results[1].Err); refusal.Code != ErrorCodeRecipientNotFound {
		t.Error(refusal)
	}
	service.token = service.readOnlyToken
	stopped := must[*PayManyResult](t)(clientOf(t, service).PayMany(t.Context(), rows, PayManyOptions{}))
	if !slices.Equal(statusesOf(stopped), []RowStatus{RowRefused, RowNotSent, RowNotSent}) {
		t.Error(statusesOf(stopped))
	}
}

func TestCancelingEndsTheRunAfterTheRowThatIsBeingSent(t *testing.T) {
	service := theService(t)
	network := newNetwork(t, service)
	service.baseURL = network.url
	client := clientOf(t, service)
	ctx, cancel := context.WithCancel(t.Context())
	network.fail(pass, pass, func(http.ResponseWriter, func() *http.Response) bool { cancel(); return false })
	options := PayManyOptions{JournalPath: filepath.Join(t.TempDir(), "j")}
	rows := rowsOf(service, "go cancel", 4)
	stopped := must[*PayManyResult](t)(client.PayMany(ctx, rows, options))
	if !slices.Equal(statusesOf(stopped), []RowStatus{RowAccepted, RowAccepted, RowNotSent, RowNotSent}) || !errors.Is(stopped.Stopped, context.Canceled) {
		t.Error(statusesOf(stopped), stopped.Stopped)
	}
	if continued := must[*PayManyResult](t)(client.PayMany(t.Context(), rows, options)); continued.Counts[RowAccepted] != 4 {
		t.Error(statusesOf(continued))
	}
}

func TestRowsThatCannotBePaidAreReportedBeforeAnythingIsSent(t *testing.T) {
	service := theService(t)
	client := clientOf(t, service)
	good := rowsOf(service, "go wrong", 1)[0]
	rows := []PaymentRow{good}
	for _, change := range []func(*PaymentRow){
		func(row *PaymentRow) { row.Payment.Amount = 0.005 },
		func(row *PaymentRow) { row.Payment.Amount = -1 },
		func(row *PaymentRow) { row.Payment.RecipientId = "" },
		func(row *PaymentRow) { row.Payment.PaymentMethod = "" },
		func(row *PaymentRow) { row.AccountID = "" },
		func(row *PaymentRow) { row.Payment.IdempotencyKey = Ptr("") },
	} {
		wrong := good
		change(&wrong)
		rows = append(rows, wrong)
	}
	good.Payment.IdempotencyKey = Ptr("go-invoice-7 " + thisRun)
	rows = append(rows, good, good)
	_, err := client.PayMany(t.Context(), rows, PayManyOptions{})
	var found *RowsError
	if !errors.As(err, &found) || len(found.Problems) != 7 {
		t.Fatal(err)
	}
	if count := requestsWith(t, client, "go wrong"); count != 0 {
		t.Error(count, "requests")
	}
}

func TestAJournalOfAnotherKindIsRefused(t *testing.T) {
	service := theService(t)
	client := clientOf(t, service)
	rows := rowsOf(service, "go journal", 1)
	path := filepath.Join(t.TempDir(), "j")
	must[*PayManyResult](t)(client.PayMany(t.Context(), rows, PayManyOptions{JournalPath: path}))
	if _, err := client.PayMany(t.Context(), rows, PayManyOptions{JournalPath: path, Direct: true}); !errors.Is(err, ErrJournal) {
		t.Error(err)
	}
	for _, content := range []string{"recipient,amount\n", `{"bursarJournal":1,"run":"r","organizationId":"another","direct":false}` + "\n"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := client.PayMany(t.Context(), rows, PayManyOptions{JournalPath: path}); !errors.Is(err, ErrJournal) {
			t.Error(content, err)
		}
	}
}

func TestTwoRunsWithOneJournalPayEachRowOnce(t *testing.T) {
	service := theService(t)
	client := clientOf(t, service)
	options := PayManyOptions{JournalPath: filepath.Join(t.TempDir(), "j")}
	var runs sync.WaitGroup
	for range 3 {
		runs.Go(func() {
			if _, err := client.PayMany(t.Context(), rowsOf(service, "go twice", 6), options); err != nil {
				t.Error(err)
			}
		})
	}
	runs.Wait()
	if count := requestsWith(t, client, "go twice"); count != 6 {
		t.Error(count, "requests")
	}
}

func TestADigestIsThatOfTheOtherSDKs(t *testing.T) {
	// The same row is in the tests of the other SDKs, and in tools/interop.
	var text strings.Builder
	writeCanonical(&text, map[string]any{
		"recipientId": "r", "accountId": "a", "idempotencyKey": "k", "note": nil, "amount": 1200,
		"externalMemo": "é \"x\" <&>\n\u2028\x01",
		"purpose":      map[string]any{"simple": map[string]any{"category": "vendor", "additionalInfo": nil}},
	})
	expected := `{"accountId":"a","amount":1200,"externalMemo":"é \"x\" <&>\n` + "\u2028" + `\u0001",` +
		`"purpose":{"simple":{"category":"vendor"}},"recipientId":"r"}`
	if text.String() != expected {
		t.Error(text.String())
	}
}

func TestAPurposeIsPartOfThePayment(t *testing.T) {
	const payment = `{"amount":19.99,"paymentMethod":"ach","purpose":{"simple":{"additionalInfo":"Paper","category":"vendor"}},"recipientId":"r"}`
	var row PaymentRow
	if err := json.Unmarshal([]byte(payment), &row.Payment); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	writeCanonical(&text, must[map[string]any](t)(membersOf(row.Payment)))
	if text.String() != payment {
		t.Error(text.String())
	}
}
