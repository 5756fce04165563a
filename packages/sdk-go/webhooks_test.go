package bursar

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const (
	eventID   = "0199a1b2-0000-7000-8000-000000000001"
	eventBody = `{"id":"` + eventID + `","resourceType":"transaction","resourceId":"0199a1b2-0000-7000-8000-000000000002",` +
		`"operationType":"create","resourceVersion":1,"occurredAt":"2026-11-21T10:00:00.000Z","changedPaths":["note"],` +
		`"mergePatch":{"note":"café €"},"previousValues":null}`
)

var (
	signedAt    = time.Unix(1_700_000_000, 0)
	secret      = "whsec_" + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, 32))
	otherSecret = "whsec_" + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{8}, 32))
)

func mac(key []byte, text string) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write([]byte(text))
	return hash.Sum(nil)
}

func mercuryHeaders(secret, body string, at time.Time) http.Header {
	signature := hex.EncodeToString(mac([]byte(secret), fmt.Sprintf("%d.%s", at.Unix(), body)))
	return http.Header{"Mercury-Signature": {fmt.Sprintf("t=%d,v1=%s", at.Unix(), signature)}}
}

func standardHeaders(secret, body string, at time.Time) http.Header {
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	signature := base64.StdEncoding.EncodeToString(mac(key, fmt.Sprintf("%s.%d.%s", eventID, at.Unix(), body)))
	return http.Header{
		"Webhook-Id": {eventID}, "Webhook-Timestamp": {fmt.Sprint(at.Unix())}, "Webhook-Signature": {"v1," + signature},
	}
}

func TestTheSignatureIsThatOfOpenSSL(t *testing.T) {
	// printf '%s' '1700000000.{"a":1}' | openssl dgst -sha256 -hmac "$secret"
	expected := "t=1700000000,v1=6c2dcaec1f0675c07dc66bf76c085ca6f4b6d7ff9d1f0c0a630b61d817d17097"
	if got := mercuryHeaders(secret, `{"a":1}`, signedAt).Get("Mercury-Signature"); got != expected {
		t.Error(got)
	}
}

func TestDeliveriesOfEitherFamily(t *testing.T) {
	for name, sign := range map[string]func(secret, body string, at time.Time) http.Header{
		"mercury": mercuryHeaders, "standard": standardHeaders,
	} {
		t.Run(name, func(t *testing.T) {
			verify := func(body string, headers http.Header, secrets ...string) error {
				event, err := VerifyDelivery([]byte(body), headers, secrets, &WebhookOptions{Now: signedAt})
				if err == nil && (event.Id != eventID || event.MergePatch["note"] != "café €") {
					t.Error(event)
				}
				return err
			}
			headers := sign(secret, eventBody, signedAt)
			if err := verify(eventBody, headers, secret); err != nil {
				t.Error(err)
			}
			for index := 0; index < len(eventBody); index += 7 {
				changed := []byte(eventBody)
				changed[index] ^= 1
				if err := verify(string(changed), headers, secret); !errors.Is(err, ErrWebhook) {
					t.Errorf("byte %d: %v", index, err)
				}
			}
			if err := verify(eventBody, sign(otherSecret, eventBody, signedAt), secret); !errors.Is(err, ErrWebhook) {
				t.Error("another secret:", err)
			}
			if err := verify(eventBody, sign(otherSecret, eventBody, signedAt), secret, otherSecret); err != nil {
				t.Error("two secrets:", err)
			}
			for _, seconds := range []time.Duration{-300, 300} {
				if err := verify(eventBody, sign(secret, eventBody, signedAt.Add(seconds*time.Second)), secret); err != nil {
					t.Error(err)
				}
			}
			for _, seconds := range []time.Duration{-301, 301} {
				err := verify(eventBody, sign(secret, eventBody, signedAt.Add(seconds*time.Second)), secret)
				if !errors.Is(err, ErrWebhook) {
					t.Error(seconds, err)
				}
			}
			if _, err := VerifyDelivery([]byte(eventBody), headers, []string{secret}, nil); !errors.Is(err, ErrWebhook) {
				t.Error("the clock does not count:", err)
			}
		})
	}
}

func TestTwoSignaturesOfARotationAreTried(t *testing.T) {
	_, signature, _ := strings.Cut(mercuryHeaders(secret, eventBody, signedAt).Get("Mercury-Signature"), ",")
	mercury := mercuryHeaders(otherSecret, eventBody, signedAt)
	mercury.Set("Mercury-Signature", mercury.Get("Mercury-Signature")+","+signature)
	standard := standardHeaders(otherSecret, eventBody, signedAt)
	standard.Set("Webhook-Signature", standard.Get("Webhook-Signature")+" "+standardHeaders(secret, eventBody, signedAt).Get("Webhook-Signature"))
	for _, headers := range []http.Header{mercury, standard} {
		if _, err := VerifyDelivery([]byte(eventBody), headers, []string{secret}, &WebhookOptions{Now: signedAt}); err != nil {
			t.Error(err)
		}
	}
}

func TestWhatIsNoSignatureIsRefused(t *testing.T) {
	for _, headers := range []http.Header{
		{},
		{"Mercury-Signature": {"v1=00"}},
		{"Mercury-Signature": {"t=1e9,v1=00"}},
		{"Mercury-Signature": {"t=1700000000,t=1700000000,v1=00"}},
		{"Mercury-Signature": {"t=1700000000,v1=zz"}},
		{"Webhook-Id": {eventID}, "Webhook-Timestamp": {"1700000000"}},
		{"Webhook-Timestamp": {"1700000000"}, "Webhook-Signature": {"v1,AA=="}},
	} {
		if _, err := VerifyDelivery([]byte(eventBody), headers, []string{secret}, &WebhookOptions{Now: signedAt}); !errors.Is(err, ErrWebhook) {
			t.Error(headers, err)
		}
	}
	for _, secrets := range [][]string{nil, {""}, {"hunter2"}, {"whsec_***"}} {
		headers := standardHeaders(secret, eventBody, signedAt)
		if _, err := VerifyDelivery([]byte(eventBody), headers, secrets, nil); err == nil || errors.Is(err, ErrWebhook) {
			t.Error(secrets, err)
		}
	}
}

func TestARealDeliveryIsVerified(t *testing.T) {
	service := theService(t)
	client := clientOf(t, service)
	type delivery struct {
		body    []byte
		headers http.Header
	}
	received := make(chan delivery, 100)
	receiver := httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		received <- delivery{body, request.Header}
		answer.WriteHeader(http.StatusNoContent)
	}))
	defer receiver.Close()
	endpoint := must[*Webhook](t)(client.CreateWebhook(t.Context(), CreateWebhookRequest{Url: receiver.URL}))
	made := must[*Transaction](t)(client.CreateTransaction(t.Context(), service.accountID, service.payment(newAmount())))
	for {
		select {
		case got := <-received:
			event := must[*Event](t)(VerifyDelivery(got.body, got.headers, []string{*endpoint.Secret}, nil))
			if event.ResourceId != made.Id {
				continue
			}
			got.headers.Del("Mercury-Signature")
			must[*Event](t)(VerifyDelivery(got.body, got.headers, []string{otherSecret, *endpoint.Secret}, nil))
			if err := client.DeleteWebhook(t.Context(), endpoint.Id); err != nil {
				t.Error(err)
			}
			return
		case <-time.After(time.Minute):
			t.Fatal("no delivery arrived")
		}
	}
}
