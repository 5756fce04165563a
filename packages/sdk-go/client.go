package bursar

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Client calls the API. It is safe for concurrent use.
type Client struct {
	apiURL     string
	token      string
	httpClient *http.Client
	timeout    time.Duration
	maxRetries int
}

// Option configures a [Client].
type Option func(*Client)

// WithBaseURL sets the address of the service, with or without /api/v1. The default is BURSAR_URL.
func WithBaseURL(address string) Option { return func(c *Client) { c.apiURL = address } }

// WithToken sets the API token. The default is BURSAR_TOKEN.
func WithToken(token string) Option { return func(c *Client) { c.token = token } }

// WithHTTPClient sets the client that sends the requests, for proxies and certificates. Redirects are never followed.
func WithHTTPClient(client *http.Client) Option { return func(c *Client) { c.httpClient = client } }

// WithTimeout limits each attempt of a request. The default is 30 seconds.
func WithTimeout(timeout time.Duration) Option { return func(c *Client) { c.timeout = timeout } }

// WithMaxRetries sets how often a request is sent again at most. The default is 4.
func WithMaxRetries(count int) Option { return func(c *Client) { c.maxRetries = count } }

// NewClient returns a client of the service that the options or the environment name.
func NewClient(options ...Option) (*Client, error) {
	client := &Client{
		apiURL:     os.Getenv("BURSAR_URL"),
		token:      os.Getenv("BURSAR_TOKEN"),
		httpClient: &http.Client{},
		timeout:    30 * time.Second,
		maxRetries: 4,
	}
	for _, option := range options {
		option(client)
	}
	if client.apiURL == "" {
		return nil, errors.New("bursar: use WithBaseURL, or set BURSAR_URL, to the address of the service")
	}
	if client.token == "" {
		return nil, errors.New("bursar: use WithToken, or set BURSAR_TOKEN, to an API token")
	}
	// Never repeated in the message: it may be a secret of another kind.
	if strings.ContainsFunc(client.token, func(r rune) bool { return r < '!' || r > '~' }) {
		return nil, errors.New("bursar: the token must be one line of letters, digits, and punctuation")
	}
	apiURL, err := apiURLOf(client.apiURL)
	if err != nil {
		return nil, err
	}
	client.apiURL = apiURL
	// The token goes to no other address.
	own := *client.httpClient
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client.httpClient = &own
	return client, nil
}

const apiPath = "/api/v1"

// apiURLOf returns the address that paths are appended to. A token must not cross a network unencrypted.
func apiURLOf(address string) (string, error) {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" {
		return "", fmt.Errorf("bursar: the base URL must be an address such as https://bursar.example.com, not %q", address)
	}
	if parsed.Scheme != "https" && !(parsed.Scheme == "http" && isLocal(parsed.Hostname())) {
		return "", fmt.Errorf("bursar: the base URL must be an https:// address, or http:// on this machine, not %q", address)
	}
	path := strings.TrimRight(parsed.Path, "/")
	if !strings.HasSuffix(path, apiPath) {
		path += apiPath
	}
	return (&url.URL{Scheme: parsed.Scheme, Host: parsed.Host, Path: path}).String(), nil
}

func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || (ip != nil && ip.IsLoopback())
}

// Ptr returns a pointer to the value, for optional fields.
func Ptr[T any](value T) *T { return &value }
