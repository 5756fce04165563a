package bursar

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestATokenIsNotSentOverAnUnencryptedNetwork(t *testing.T) {
	for _, address := range []string{"http://bank.example", "ftp://bank.example", "bank.example", "http://10.0.0.1/api/v1", ""} {
		if _, err := NewClient(WithBaseURL(address), WithToken("secret")); err == nil {
			t.Errorf("%q is accepted", address)
		}
	}
	for _, token := range []string{"", "two\nlines", "with space", "ü"} {
		_, err := NewClient(WithBaseURL("https://bank.example"), WithToken(token))
		if err == nil || (token != "" && strings.Contains(err.Error(), token)) {
			t.Errorf("%q: %v", token, err)
		}
	}
}

func TestSettingsComeFromTheEnvironment(t *testing.T) {
	service := theService(t)
	t.Setenv("BURSAR_URL", strings.TrimSuffix(service.baseURL, apiPath))
	t.Setenv("BURSAR_TOKEN", service.token)
	client := must[*Client](t)(NewClient())
	if page := must[*PageOf[AccountList, Account]](t)(client.GetAccounts(t.Context(), nil)); len(page.Items) == 0 {
		t.Error("there are no accounts")
	}
}

func TestAPaymentWithTheSameKeyIsMadeOnce(t *testing.T) {
	service := theService(t)
	client := clientOf(t, service)
	var replayed bool
	amount, key := newAmount(), WithIdempotencyKey("sdk-go "+thisRun)
	pay := func() *Transaction {
		return must[*Transaction](t)(client.CreateTransaction(
			t.Context(), service.accountID, service.payment(amount), key, WithReplayed(&replayed)))
	}
	first := pay()
	second := pay()
	if first.Id != second.Id || first.Amount != -amount || first.Status != TransactionStatusPending || !replayed {
		t.Errorf("%v, %v, replayed: %t", first, second, replayed)
	}
	_, err := client.CreateTransaction(t.Context(), service.accountID, service.payment(newAmount()), key)
	if refusal := refusalOf(t, err); refusal.Code != ErrorCodeIdempotencyKeyReused || refusal.Status != http.StatusConflict {
		t.Error(refusal)
	}
	body := service.payment(newAmount())
	body.IdempotencyKey = Ptr("a")
	if _, err := client.CreateTransaction(t.Context(), service.accountID, body, WithIdempotencyKey("b")); err == nil {
		t.Error("two different keys are accepted")
	}
}

func refusalOf(t *testing.T, err error) *APIError {
	t.Helper()
	var refusal *APIError
	if !errors.As(err, &refusal) {
		t.Fatalf("not refused: %v", err)
	}
	return refusal
}

func TestAnErrorSaysWhyAndWhichRequest(t *testing.T) {
	service := theService(t)
	client := clientOf(t, service)
	_, err := client.CreateTransaction(t.Context(), service.accountID, service.payment(0.001))
	refusal := refusalOf(t, err)
	if refusal.Status != 400 || refusal.Code != ErrorCodeInvalidRequest || refusal.Details["requestId"] != refusal.RequestID ||
		refusal.IdempotencyKey == "" || refusal.Operation != "POST /account/{accountId}/transactions" || refusal.MayHaveSucceeded {
		t.Errorf("%+v", refusal)
	}
	_, err = client.GetRecipient(t.Context(), "0199a1b2-0000-7000-8000-000000000001")
	if refusal := refusalOf(t, err); refusal.Status != 404 || refusal.IdempotencyKey != "" {
		t.Error(refusal)
	}
	for _, id := range []string{"", ".", ".."} {
		if _, err := client.GetRecipient(t.Context(), id); err == nil || errors.As(err, &refusal) && refusal.Status == 404 {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestAFileIsAttachedAndDocumentsAreBytes(t *testing.T) {
	service := theService(t)
	client := clientOf(t, service)
	made := must[*Transaction](t)(client.CreateTransaction(t.Context(), service.accountID, service.payment(newAmount())))
	upload := Upload{
		Name: "invoice 7.txt", ContentType: "text/plain", Content: []byte("Invoice 7\n"),
		Fields: map[string]string{"attachmentType": "bill"},
	}
	attached := must[*Attachment](t)(client.UploadTransactionAttachment(t.Context(), made.Id, upload))
	if attached.FileName != upload.Name {
		t.Error(attached.FileName)
	}
	statements := must[*PageOf[StatementList, Statement]](t)(client.GetAccountStatements(t.Context(), service.accountID, nil))
	pdf := must[[]byte](t)(client.GetStatementPdf(t.Context(), statements.Items[0].Id))
	if !strings.HasPrefix(string(pdf), "%PDF") {
		t.Error("the statement is no PDF")
	}
}

func TestAPaymentIsMadeOnceWhateverFails(t *testing.T) {
	service := theService(t)
	network := newNetwork(t, service)
	service.baseURL = network.url
	client := clientOf(t, service)
	unavailable := answering(503, "serviceUnavailable", "Retry-After", "0")
	cases := [][]fault{
		{loseAnswer},
		{loseRequest},
		{loseAnswer, loseAnswer, loseAnswer},
		{unavailable, loseAnswer, answering(502, "")},
		{answering(429, "rateLimited", "Retry-After", "0")},
		{answering(504, ""), loseRequest, answering(408, "")},
	}
	for index, faults := range cases {
		amount := newAmount()
		network.fail(faults...)
		made := must[*Transaction](t)(client.CreateTransaction(t.Context(), service.accountID, service.payment(amount)))
		if keys := network.distinct("Idempotency-Key"); len(keys) != 1 || keys[""] {
			t.Errorf("case %d: keys %v", index, keys)
		}
		if ids := network.distinct("X-Request-Id"); len(ids) != 1 || ids[""] {
			t.Errorf("case %d: request IDs %v", index, ids)
		}
		if sent := len(network.requests); sent != len(faults)+1 {
			t.Errorf("case %d: %d requests", index, sent)
		}
		if found := withAmount(t, client, amount); !slices.Equal(found, []string{made.Id}) {
			t.Errorf("case %d: %v", index, found)
		}
	}
}

func withAmount(t *testing.T, client *Client, amount float64) []string {
	t.Helper()
	params := &ListTransactionsParams{AmountMin: &amount, AmountMax: &amount}
	page := must[*PageOf[TransactionList, Transaction]](t)(client.ListTransactions(t.Context(), params))
	var ids []string
	for each, err := range page.All(t.Context()) {
		ids = append(ids, must[Transaction](t)(each, err).Id)
	}
	return ids
}

func TestWithoutAnAnswerTheErrorHasTheKeyToFindOut(t *testing.T) {
	service := theService(t)
	network := newNetwork(t, service)
	service.baseURL = network.url
	client := clientOf(t, service, WithMaxRetries(1))
	// More often than client and connection send it again.
	network.fail(loseAnswer, loseAnswer, loseAnswer, loseAnswer)
	amount := newAmount()
	_, err := client.CreateTransaction(t.Context(), service.accountID, service.payment(amount))
	var unanswered *ConnectionError
	if !errors.As(err, &unanswered) || !unanswered.MayHaveSucceeded {
		t.Fatal(err)
	}
	if keys := slices.Collect(maps.Keys(network.distinct("Idempotency-Key"))); !slices.Equal(keys, []string{unanswered.IdempotencyKey}) {
		t.Error(keys)
	}
	network.fail()
	key := WithIdempotencyKey(unanswered.IdempotencyKey)
	made := must[*Transaction](t)(client.CreateTransaction(t.Context(), service.accountID, service.payment(amount), key))
	if found := withAmount(t, client, amount); !slices.Equal(found, []string{made.Id}) {
		t.Error(found)
	}
}

func TestARequestWithoutAKeyIsSentOnceIfItsAnswerIsLost(t *testing.T) {
	service := theService(t)
	network := newNetwork(t, service)
	service.baseURL = network.url
	client := clientOf(t, service)
	network.fail(loseAnswer)
	_, err := client.RunSandboxBank(t.Context(), RunSandboxBankJSONRequestBody{})
	var unanswered *ConnectionError
	if !errors.As(err, &unanswered) || !unanswered.MayHaveSucceeded || len(network.requests) != 1 {
		t.Error(err, len(network.requests))
	}
}

func TestAnAnswerOfAnotherServerIsNoPayment(t *testing.T) {
	service := theService(t)
	network := newNetwork(t, service)
	service.baseURL = network.url
	client := clientOf(t, service)
	for _, fault := range []fault{answering(200, ""), answering(307, "", "Location", "https://elsewhere.example/")} {
		network.fail(fault)
		_, err := client.CreateTransaction(t.Context(), service.accountID, service.payment(newAmount()))
		var unanswered *ConnectionError
		if !errors.As(err, &unanswered) || !unanswered.MayHaveSucceeded || len(network.requests) != 1 {
			t.Error(err, len(network.requests))
		}
	}
	service.baseURL = "http://127.0.0.1:9"
	_, err := clientOf(t, service, WithMaxRetries(0)).CreateTransaction(t.Context(), service.accountID, service.payment(newAmount()))
	var unanswered *ConnectionError
	if !errors.As(err, &unanswered) || unanswered.MayHaveSucceeded {
		t.Error("a request that was never sent cannot have succeeded:", err)
	}
}

func TestPausesDoubleUpToALimitAndVary(t *testing.T) {
	for retry, longest := range []time.Duration{500, 1000, 2000, 4000, 8000, 8000, 8000} {
		pause, mayRetry := answer{status: 503}.pause(retry)
		if limit := longest * time.Millisecond; !mayRetry || pause > limit || pause < limit/2 {
			t.Errorf("%v after %d retries", pause, retry)
		}
	}
	for seconds, expected := range map[string]bool{"7": true, "60": true, "61": false} {
		requested := answer{status: 429, header: http.Header{"Retry-After": {seconds}}}
		pause, mayRetry := requested.pause(0)
		if atLeast, _ := time.ParseDuration(seconds + "s"); mayRetry != expected || pause < atLeast || pause > atLeast*11/10 {
			t.Errorf("%s: %v, %t", seconds, pause, mayRetry)
		}
	}
}

func TestIteratingReadsEveryItemOnceInBothDirections(t *testing.T) {
	service := theService(t)
	client := clientOf(t, service)
	list := must[*PageOf[TransactionList, Transaction]](t)
	ids := func(items func(yield func(Transaction, error) bool)) []string {
		var found []string
		for each, err := range items {
			found = append(found, must[Transaction](t)(each, err).Id)
		}
		return found
	}
	everything := ids(list(client.ListTransactions(t.Context(), nil)).All(t.Context()))
	if len(everything) < 100 {
		t.Fatal("there are too few transactions:", len(everything))
	}
	paged := ids(list(client.ListTransactions(t.Context(), &ListTransactionsParams{Limit: Ptr(37)})).All(t.Context()))
	if !slices.Equal(paged, everything) {
		t.Error("pages of 37 have other items")
	}
	after := list(client.ListTransactions(t.Context(), &ListTransactionsParams{Limit: Ptr(10), StartAfter: &everything[49]}))
	backward := ids(after.Backward(t.Context()))
	slices.Reverse(backward)
	if !slices.Equal(backward, everything[:60]) {
		t.Error("going back reads other items")
	}
	filtered := list(client.ListTransactions(t.Context(), &ListTransactionsParams{
		Limit: Ptr(5), Order: Ptr(SortOrderDesc), Status: &[]TransactionStatus{TransactionStatusSent},
	}))
	count := 0
	for each, err := range filtered.All(t.Context()) {
		if must[Transaction](t)(each, err).Status != TransactionStatusSent {
			t.Error(each.Status)
		}
		if count++; count == 23 {
			break
		}
	}
}
