package bursar

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	mathrand "math/rand/v2"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	firstPause   = 500 * time.Millisecond
	longestPause = 8 * time.Second
	// A service that requests a longer pause gets no retry: the caller decides.
	longestRequested = time.Minute
	// Of Retry-After, so that clients that were refused together do not come back together.
	jitter = 0.1
	// Of an answer: documents have at most 64 MB.
	longestAnswer = 128 << 20
)

// Upload is a file to attach.
type Upload struct {
	// Name of the file, with its extension.
	Name string
	// ContentType of the file, such as application/pdf.
	ContentType string
	Content     []byte
	// Fields are the other fields of the form, such as attachmentType.
	Fields map[string]string
}

// request is one call of an operation, as the generated methods describe it.
type request struct {
	method string
	// path has its parameters in braces.
	path       string
	parameters []any
	query      url.Values
	body       any
	upload     *Upload
	keyed      bool
}

var pathParameter = regexp.MustCompile(`\{\w+\}`)

// pathOf returns the path with its parameters. IDs that would lead to another route are refused.
func (r request) pathOf() (string, error) {
	var err error
	index := -1
	path := pathParameter.ReplaceAllStringFunc(r.path, func(name string) string {
		index++
		text := fmt.Sprint(r.parameters[index])
		if text == "" || text == "." || text == ".." {
			err = fmt.Errorf("bursar: %s needs an ID as %s, not %q", r.path, name, text)
		}
		return url.PathEscape(text)
	})
	return path, err
}

// RequestOption changes one request.
type RequestOption func(*requestOptions)

type requestOptions struct {
	key        string
	maxRetries *int
	// patience ends a pause before a retry, but not a request that was sent: its outcome is worth waiting for.
	patience context.Context
	replayed *bool
}

// WithIdempotencyKey sets the key of an operation that takes one. It is chosen at random by default, which protects this
// call's retries only.
func WithIdempotencyKey(key string) RequestOption { return func(o *requestOptions) { o.key = key } }

// WithRetries sets how often this request is sent again at most.
func WithRetries(count int) RequestOption { return func(o *requestOptions) { o.maxRetries = &count } }

// WithReplayed sets *replayed to whether the answer is that of an earlier request with the same key: this one had no effect.
func WithReplayed(replayed *bool) RequestOption {
	return func(o *requestOptions) { o.replayed = replayed }
}

// withPatience ends pauses before retries when ctx is done.
func withPatience(ctx context.Context) RequestOption {
	return func(o *requestOptions) { o.patience = ctx }
}

func call[T any](ctx context.Context, c *Client, request request, options []RequestOption) (*T, error) {
	result := new(T)
	err := c.send(ctx, request, options, func(body []byte) error { return json.Unmarshal(body, result) })
	if err != nil {
		return nil, err
	}
	return result, nil
}

func callDocument(ctx context.Context, c *Client, request request, options []RequestOption) ([]byte, error) {
	var document []byte
	err := c.send(ctx, request, options, func(body []byte) error { document = body; return nil })
	return document, err
}

func callEmpty(ctx context.Context, c *Client, request request, options []RequestOption) error {
	return c.send(ctx, request, options, func([]byte) error { return nil })
}

// answer is what happened to one attempt.
type answer struct {
	status int
	header http.Header
	body   []byte
	err    error
}

// send repeats the request until its answer is final. All attempts have the same bytes, key, and request ID.
func (c *Client) send(ctx context.Context, request request, options []RequestOption, decode func([]byte) error) error {
	chosen := requestOptions{patience: ctx}
	for _, option := range options {
		option(&chosen)
	}
	maxRetries := c.maxRetries
	if chosen.maxRetries != nil {
		maxRetries = *chosen.maxRetries
	}
	path, err := request.pathOf()
	if err != nil {
		return err
	}
	body, contentType, key, err := encode(request, chosen.key)
	if err != nil {
		return err
	}
	address := c.apiURL + path
	if len(request.query) > 0 {
		address += "?" + request.query.Encode()
	}
	failed := FailedRequest{Operation: request.method + " " + request.path, RequestID: randomID(), IdempotencyKey: key}
	isRead := request.method == http.MethodGet
	isRepeatable := request.method != http.MethodPost || key != ""
	for retry := 0; ; retry++ {
		got := c.attempt(ctx, failed, func(ctx context.Context) (*http.Request, error) {
			sent, err := http.NewRequestWithContext(ctx, request.method, address, bytes.NewReader(body))
			if err != nil {
				return nil, err
			}
			if contentType != "" {
				sent.Header.Set("Content-Type", contentType)
			}
			if request.keyed && request.upload == nil {
				sent.Header.Set("Idempotency-Key", key)
			}
			return sent, nil
		})
		if !isRead && got.isUnclear() {
			failed.MayHaveSucceeded = true
		}
		err := got.result(c.apiURL, failed, isRead, decode)
		if err == nil {
			if chosen.replayed != nil {
				*chosen.replayed = got.header.Get("Idempotent-Replayed") == "true"
			}
			return nil
		}
		pause, mayRetry := got.pause(retry)
		if retry >= maxRetries || !mayRetry || !got.mayRetry(isRepeatable) || !sleep(chosen.patience, pause) {
			return err
		}
	}
}

func (c *Client) attempt(ctx context.Context, failed FailedRequest, build func(context.Context) (*http.Request, error)) answer {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	sent, err := build(ctx)
	if err != nil {
		return answer{err: err}
	}
	sent.Header.Set("Accept", "application/json")
	sent.Header.Set("Authorization", "Bearer "+c.token)
	sent.Header.Set("User-Agent", "bursar-sdk-go/"+Version)
	sent.Header.Set("X-Request-Id", failed.RequestID)
	received, err := c.httpClient.Do(sent)
	if err != nil {
		return answer{err: err}
	}
	defer func() { _ = received.Body.Close() }()
	content, err := io.ReadAll(io.LimitReader(received.Body, longestAnswer))
	if err != nil {
		return answer{err: err}
	}
	return answer{status: received.StatusCode, header: received.Header, body: content}
}

// isUnclear reports whether the request may have had its effect.
func (a answer) isUnclear() bool {
	if a.err != nil {
		return !neverSent(a.err)
	}
	switch a.status {
	case http.StatusRequestTimeout, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable,
		http.StatusGatewayTimeout:
		return true
	}
	return false
}

func (a answer) mayRetry(isRepeatable bool) bool {
	if a.err != nil {
		return !errors.Is(a.err, context.Canceled) && (isRepeatable || neverSent(a.err))
	}
	if a.header.Get("X-Should-Retry") == "false" {
		return false
	}
	return a.status == http.StatusTooManyRequests || (isRepeatable && a.isUnclear())
}

// neverSent reports whether no connection was made.
func neverSent(err error) bool {
	var operation *net.OpError
	return errors.As(err, &operation) && operation.Op == "dial"
}

// pause returns how long to wait before a retry, and whether there may be one.
func (a answer) pause(retry int) (time.Duration, bool) {
	requested, isRequested := a.retryAfter()
	if isRequested {
		return time.Duration(float64(requested) * (1 + jitter*mathrand.Float64())), requested <= longestRequested
	}
	doubled := min(float64(firstPause)*math.Pow(2, float64(retry)), float64(longestPause))
	return time.Duration(doubled * (1 - mathrand.Float64()/2)), true
}

// retryAfter reads Retry-After: a number of seconds or a date (RFC 9110 §10.2.3).
func (a answer) retryAfter() (time.Duration, bool) {
	text := a.header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	at, err := http.ParseTime(text)
	return max(0, time.Until(at)), err == nil
}

func (a answer) result(apiURL string, failed FailedRequest, isRead bool, decode func([]byte) error) error {
	if a.err != nil {
		return &ConnectionError{FailedRequest: failed, Message: "no answer from " + apiURL + ": " + a.err.Error(), Err: a.err}
	}
	if a.status >= 400 {
		return a.apiError(failed)
	}
	what := "redirects to another address"
	var err error
	if a.status < 300 {
		what = "did not answer as Bursar does"
		if err = decode(a.body); err == nil {
			return nil
		}
	}
	failed.MayHaveSucceeded = failed.MayHaveSucceeded || !isRead
	return &ConnectionError{FailedRequest: failed, Message: apiURL + " " + what + ": check the base URL and any proxy", Err: err}
}

func (a answer) apiError(failed FailedRequest) error {
	var body struct {
		Errors map[string]any `json:"errors"`
	}
	// Another server's answer has no such body.
	_ = json.Unmarshal(a.body, &body)
	message, _ := body.Errors["message"].(string)
	if message == "" {
		message = fmt.Sprintf("the server answered with status %d", a.status)
	}
	code, _ := body.Errors["errorCode"].(string)
	retryAfter, _ := a.retryAfter()
	return &APIError{
		FailedRequest: failed,
		Status:        a.status,
		Code:          ErrorCode(code),
		Message:       message,
		Details:       body.Errors,
		RetryAfter:    retryAfter,
	}
}

// encode returns the body, its content type, and the idempotency key.
func encode(request request, optionKey string) (body []byte, contentType, key string, err error) {
	switch {
	case request.upload != nil:
		return encodeUpload(*request.upload, request.keyed, optionKey)
	case request.body == nil:
		if request.keyed {
			key, err = keyOf(optionKey, "")
		}
		return nil, "", key, err
	}
	body, err = json.Marshal(request.body)
	if err != nil {
		return nil, "", "", fmt.Errorf("bursar: %w", err)
	}
	if request.keyed {
		// The key in the body counts, so that the header never contradicts it.
		var own struct {
			IdempotencyKey string `json:"idempotencyKey"`
		}
		_ = json.Unmarshal(body, &own)
		key, err = keyOf(optionKey, own.IdempotencyKey)
	}
	return body, "application/json", key, err
}

func keyOf(option, body string) (string, error) {
	switch {
	case option != "" && body != "" && option != body:
		return "", errors.New("bursar: the body and the options have different idempotency keys; give only one")
	case body != "":
		return body, nil
	case option != "":
		return option, nil
	}
	return randomID(), nil
}

var quoteEscaper = strings.NewReplacer("\\", "\\\\", `"`, "\\\"", "\r", "", "\n", "")

// encodeUpload writes the fields before the file, as the service reads them.
func encodeUpload(upload Upload, keyed bool, optionKey string) (body []byte, contentType, key string, err error) {
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	if keyed {
		if key, err = keyOf(optionKey, upload.Fields["idempotencyKey"]); err != nil {
			return nil, "", "", err
		}
		err = writer.WriteField("idempotencyKey", key)
	}
	for name, value := range upload.Fields {
		if name != "idempotencyKey" {
			err = errors.Join(err, writer.WriteField(name, value))
		}
	}
	header := textproto.MIMEHeader{}
	header.Set("Content-Disposition", `form-data; name="file"; filename="`+quoteEscaper.Replace(upload.Name)+`"`)
	header.Set("Content-Type", upload.ContentType)
	part, partErr := writer.CreatePart(header)
	if partErr == nil {
		_, partErr = part.Write(upload.Content)
	}
	err = errors.Join(err, partErr, writer.Close())
	return form.Bytes(), writer.FormDataContentType(), key, err
}

// addToQuery adds a parameter, unless it is nil. Arrays are repeated.
func addToQuery(query url.Values, name string, value any) {
	reflected := reflect.ValueOf(value)
	for reflected.Kind() == reflect.Pointer {
		if reflected.IsNil() {
			return
		}
		reflected = reflected.Elem()
	}
	switch instant, isTime := reflected.Interface().(time.Time); {
	case isTime:
		query.Add(name, instant.UTC().Format(time.RFC3339Nano))
	case reflected.Kind() == reflect.Slice:
		for index := range reflected.Len() {
			addToQuery(query, name, reflected.Index(index).Interface())
		}
	default:
		query.Add(name, fmt.Sprint(reflected.Interface()))
	}
}

func randomID() string {
	bits := make([]byte, 16)
	// crypto/rand never fails: the process ends if the system has no random numbers.
	_, _ = rand.Read(bits)
	return hex.EncodeToString(bits)
}

// sleep waits, and reports whether it waited to the end.
func sleep(ctx context.Context, pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
