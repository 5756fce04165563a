package bursar

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrWebhook is what every error of [VerifyDelivery] about a delivery wraps: answer with a status of 400, and do nothing else.
var ErrWebhook = errors.New("bursar: the delivery cannot be verified")

// WebhookOptions change how a delivery is verified.
type WebhookOptions struct {
	// Tolerance is how far the time of a signature may be from now. The default is 5 minutes.
	Tolerance time.Duration
	// Now is the time of the receiver. The default is the clock.
	Now time.Time
}

const secretPrefix = "whsec_"

// VerifyDelivery returns the event of a delivery that is signed in one of two ways: Mercury's, or Standard Webhooks.
//
// body is the body as it arrived, before it is parsed. secrets are the endpoint's secret, or two of them during a rotation.
// Deliveries are repeated: ignore an event whose ID you have handled.
func VerifyDelivery(body []byte, headers http.Header, secrets []string, options *WebhookOptions) (*Event, error) {
	keys, err := keysOf(secrets)
	if err != nil {
		return nil, err
	}
	chosen := WebhookOptions{Tolerance: 5 * time.Minute, Now: time.Now()}
	if options != nil {
		if options.Tolerance != 0 {
			chosen.Tolerance = options.Tolerance
		}
		if !options.Now.IsZero() {
			chosen.Now = options.Now
		}
	}
	if err := verifySignatures(body, headers, keys, chosen); err != nil {
		return nil, err
	}
	event := &Event{}
	if err := json.Unmarshal(body, event); err != nil {
		return nil, fmt.Errorf("%w: the body is signed, but it is not an event: %w", ErrWebhook, err)
	}
	return event, nil
}

// Both families are signed at the same moment, so either one decides.
func verifySignatures(body []byte, headers http.Header, keys []webhookKey, options WebhookOptions) error {
	found, fresh := false, false
	for _, signed := range []*signedText{mercurySigned(headers), standardSigned(headers)} {
		if signed == nil {
			continue
		}
		found = true
		if age := options.Now.Sub(time.Unix(signed.timestamp, 0)); age.Abs() > options.Tolerance {
			continue
		}
		fresh = true
		for _, key := range keys {
			if signed.matches(body, key) {
				return nil
			}
		}
	}
	switch {
	case !found:
		return fmt.Errorf("%w: it has no signature", ErrWebhook)
	case !fresh:
		return fmt.Errorf("%w: the signature is too old, or its time is in the future; check this clock", ErrWebhook)
	}
	return fmt.Errorf("%w: no signature matches the body; check the secret, and use the body as it arrived", ErrWebhook)
}

// webhookKey is a secret as each family uses it: Mercury's the whole text, the other one the bytes that it encodes.
type webhookKey struct{ mercury, standard []byte }

func keysOf(secrets []string) ([]webhookKey, error) {
	keys := make([]webhookKey, 0, len(secrets))
	for _, secret := range secrets {
		encoded, isSecret := strings.CutPrefix(secret, secretPrefix)
		standard, err := base64.StdEncoding.DecodeString(encoded)
		if !isSecret || err != nil || len(standard) == 0 {
			return nil, errors.New("bursar: a webhook secret is whsec_ and base64")
		}
		keys = append(keys, webhookKey{mercury: []byte(secret), standard: standard})
	}
	if len(keys) == 0 {
		return nil, errors.New("bursar: a webhook is verified with at least one secret")
	}
	return keys, nil
}

// signedText is what one family signed: a text before the body, and the signatures.
type signedText struct {
	timestamp  int64
	start      string
	signatures [][]byte
	isMercury  bool
}

func (s *signedText) matches(body []byte, key webhookKey) bool {
	secret := key.standard
	if s.isMercury {
		secret = key.mercury
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(s.start))
	mac.Write(body)
	expected := mac.Sum(nil)
	matches := false
	for _, signature := range s.signatures {
		// All of them, so that the time does not say which one matches.
		matches = hmac.Equal(expected, signature) || matches
	}
	return matches
}

// mercurySigned reads `t=1763650800,v1=<hex>`, with a second v1 during a rotation.
func mercurySigned(headers http.Header) *signedText {
	var times []string
	var signatures [][]byte
	for _, part := range strings.Split(headers.Get("Mercury-Signature"), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			times = append(times, value)
		case "v1":
			if signature, err := hex.DecodeString(value); err == nil {
				signatures = append(signatures, signature)
			}
		}
	}
	if len(times) != 1 {
		return nil
	}
	timestamp, err := timestampOf(times[0])
	if err != nil {
		return nil
	}
	return &signedText{timestamp: timestamp, start: times[0] + ".", signatures: signatures, isMercury: true}
}

// standardSigned reads `v1,<base64>`, with a second one after a space during a rotation.
func standardSigned(headers http.Header) *signedText {
	id, text := headers.Get("Webhook-Id"), headers.Get("Webhook-Timestamp")
	timestamp, err := timestampOf(text)
	if id == "" || err != nil {
		return nil
	}
	var signatures [][]byte
	for _, part := range strings.Split(headers.Get("Webhook-Signature"), " ") {
		version, value, _ := strings.Cut(part, ",")
		if signature, err := base64.StdEncoding.DecodeString(value); version == "v1" && err == nil {
			signatures = append(signatures, signature)
		}
	}
	return &signedText{timestamp: timestamp, start: id + "." + text + ".", signatures: signatures}
}

// timestampOf reads seconds since 1970, digits only.
func timestampOf(text string) (int64, error) {
	seconds, err := strconv.ParseUint(text, 10, 40)
	return int64(seconds), err
}
