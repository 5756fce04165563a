package bursar

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// testService is the service that the tests call.
type testService struct {
	baseURL, token, readOnlyToken, accountID, recipientID string
}

// theService reads the line that `bursar serve --ephemeral` prints.
func theService(t *testing.T) testService {
	t.Helper()
	line := os.Getenv("BURSAR_TEST_SERVICE")
	if line == "" {
		t.Fatal("Start `npx bursar serve --ephemeral`, and set BURSAR_TEST_SERVICE to the line that it prints.")
	}
	var ready struct {
		BaseURL string `json:"baseUrl"`
		Tokens  struct{ ReadWrite, ReadOnly string }
		// By their kinds and methods.
		Accounts   []struct{ ID, Kind string }
		Recipients []struct {
			ID      string
			Methods []string
		}
	}
	if err := json.Unmarshal([]byte(line), &ready); err != nil {
		t.Fatal(err)
	}
	found := testService{baseURL: ready.BaseURL, token: ready.Tokens.ReadWrite, readOnlyToken: ready.Tokens.ReadOnly}
	for _, account := range ready.Accounts {
		if account.Kind == "checking" && found.accountID == "" {
			found.accountID = account.ID
		}
	}
	for _, recipient := range ready.Recipients {
		if strings.Contains(strings.Join(recipient.Methods, " "), "ach") && found.recipientID == "" {
			found.recipientID = recipient.ID
		}
	}
	return found
}

func clientOf(t *testing.T, service testService, options ...Option) *Client {
	t.Helper()
	client, err := NewClient(append([]Option{WithBaseURL(service.baseURL), WithToken(service.token)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

var (
	// thisRun is in what tests look for, so that they can be repeated with one service.
	thisRun   = randomID()[:6]
	lastCents = 100 + time.Now().UnixMilli()%90_000
)

// newAmount returns dollars that no other payment has, because the service refuses what looks like a duplicate.
func newAmount() float64 {
	lastCents++
	return float64(lastCents) / 100
}

func (s testService) payment(amount float64) SendMoneyRequest {
	return SendMoneyRequest{RecipientId: s.recipientID, Amount: amount, PaymentMethod: PaymentMethodAch}
}

// must fails the test if there is an error.
func must[T any](t *testing.T) func(value T, err error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// fault handles a request in place of the network, or returns false.
type fault func(answer http.ResponseWriter, forward func() *http.Response) bool

// network is between client and service, with the faults that are to come, one for each request.
type network struct {
	url      string
	mutex    sync.Mutex
	faults   []fault
	requests []*http.Request
}

func newNetwork(t *testing.T, service testService) *network {
	t.Helper()
	between := &network{}
	origin := strings.TrimSuffix(service.baseURL, apiPath)
	server := httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, received *http.Request) {
		body, _ := io.ReadAll(received.Body)
		forward := func() *http.Response {
			sent, err := http.NewRequestWithContext(context.Background(), received.Method, origin+received.RequestURI, bytes.NewReader(body))
			if err != nil {
				panic(err)
			}
			sent.Header = received.Header.Clone()
			got, err := http.DefaultTransport.RoundTrip(sent)
			if err != nil {
				panic(err)
			}
			return got
		}
		if fault := between.next(received); fault != nil && fault(answer, forward) {
			return
		}
		got := forward()
		defer func() { _ = got.Body.Close() }()
		for name, values := range got.Header {
			answer.Header()[name] = values
		}
		answer.WriteHeader(got.StatusCode)
		_, _ = io.Copy(answer, got.Body)
	}))
	t.Cleanup(server.Close)
	between.url = server.URL
	return between
}

func (n *network) next(received *http.Request) fault {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.requests = append(n.requests, received)
	if len(n.faults) == 0 {
		return nil
	}
	first := n.faults[0]
	n.faults = n.faults[1:]
	return first
}

func (n *network) fail(faults ...fault) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.faults = faults
	n.requests = nil
}

// distinct returns the values of a header in all requests.
func (n *network) distinct(header string) map[string]bool {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	values := map[string]bool{}
	for _, request := range n.requests {
		values[request.Header.Get(header)] = true
	}
	return values
}

// loseAnswer: the service carries the request out, and its answer is lost.
func loseAnswer(_ http.ResponseWriter, forward func() *http.Response) bool {
	_ = forward().Body.Close()
	panic(http.ErrAbortHandler)
}

// loseRequest: the request never arrives.
func loseRequest(http.ResponseWriter, func() *http.Response) bool { panic(http.ErrAbortHandler) }

// pass lets a request through.
func pass(http.ResponseWriter, func() *http.Response) bool { return false }

// answering answers in place of the service.
func answering(status int, code string, headers ...string) fault {
	return func(answer http.ResponseWriter, _ func() *http.Response) bool {
		for index := 0; index < len(headers); index += 2 {
			answer.Header().Set(headers[index], headers[index+1])
		}
		answer.WriteHeader(status)
		if code != "" {
			_, _ = io.WriteString(answer, `{"errors":{"errorCode":"`+code+`","message":"No."},"message":"No."}`)
		}
		return true
	}
}
