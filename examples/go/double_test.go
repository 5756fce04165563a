package suppliers

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	bursar "github.com/bursar/bursar/packages/sdk-go"
)

const startLimit = 2 * time.Minute

// double is what the sandbox prints when it is ready.
var double struct {
	BaseURL    string `json:"baseUrl"`
	Tokens     struct{ ReadOnly, ReadWrite, RequestOnly string }
	Accounts   []struct{ ID, Name, Kind string }
	Recipients []struct{ ID, Name string }
	PID        int
}

// TestMain starts a sandbox of Bursar for all tests, and stops it after them.
func TestMain(m *testing.M) {
	stop, err := startDouble()
	if err != nil {
		fmt.Fprintln(os.Stderr, "Bursar did not start:", err)
		os.Exit(1)
	}
	code := m.Run()
	stop()
	os.Exit(code)
}

func startDouble() (stop func(), err error) {
	command := os.Getenv("BURSAR_COMMAND")
	if command == "" {
		command = "npx --yes bursar"
	}
	words := append(strings.Fields(command), "serve", "--ephemeral")
	process := exec.Command(words[0], words[1:]...)
	process.Stderr = os.Stderr
	output, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := process.Start(); err != nil {
		return nil, err
	}
	tooSlow := time.AfterFunc(startLimit, func() { _ = process.Process.Kill() })
	line, err := bufio.NewReader(output).ReadBytes('\n')
	tooSlow.Stop()
	if err != nil {
		return nil, fmt.Errorf("it ended: %w", process.Wait())
	}
	if err := json.Unmarshal(line, &double); err != nil {
		return nil, err
	}
	return func() {
		// npx may be between this process and the service.
		_ = syscall.Kill(double.PID, syscall.SIGTERM)
		_ = process.Wait()
	}, nil
}

func newClient(t *testing.T) *bursar.Client {
	t.Helper()
	client, err := bursar.NewClient(bursar.WithBaseURL(double.BaseURL), bursar.WithToken(double.Tokens.ReadWrite))
	if err != nil {
		t.Fatal(err)
	}
	return client
}
