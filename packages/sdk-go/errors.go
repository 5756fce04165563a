package bursar

import (
	"fmt"
	"time"
)

// FailedRequest is what every error of a request says about that request.
type FailedRequest struct {
	// Operation is the method and path, such as "POST /transfer".
	Operation string
	// RequestID is that of every attempt, also of those that got no answer: the service's log has it.
	RequestID string
	// IdempotencyKey is the key that every attempt had; empty if the operation takes none.
	IdempotencyKey string
	// MayHaveSucceeded says that the request may have had its effect although there is an error: an attempt got no
	// answer, or one that does not say. Send it again with IdempotencyKey to find out: what was done is not done twice.
	MayHaveSucceeded bool
}

// APIError means that the service refused the request. Branch on Code; show Message, which may change.
type APIError struct {
	FailedRequest
	// Status is the HTTP status, 400 or above.
	Status int
	// Code says why; it is empty if another server answered, such as a proxy.
	Code ErrorCode
	// Message is for users.
	Message string
	// Details is all that the error says, such as fields, requiredScope, or transactionId.
	Details map[string]any
	// RetryAfter is how long to wait before the request is sent again; 0 if the service does not say.
	RetryAfter time.Duration
}

func (e *APIError) Error() string {
	return fmt.Sprintf("bursar: %s (status %d, %s, request %s)", e.Message, e.Status, e.Code, e.RequestID)
}

// ConnectionError means that there was no answer: the network failed, or something other than Bursar answered.
type ConnectionError struct {
	FailedRequest
	// Message says what happened.
	Message string
	// Err is the error of the HTTP client or the decoder.
	Err error
}

func (e *ConnectionError) Error() string {
	return fmt.Sprintf("bursar: %s (request %s)", e.Message, e.RequestID)
}

func (e *ConnectionError) Unwrap() error { return e.Err }
