package bursar

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// ErrJournal is what errors of [Client.PayMany] about a journal wrap: the file is no journal, or the journal of another
// run, which continued could pay twice. Nothing was sent.
var ErrJournal = errors.New("bursar: the journal cannot be used")

const journalVersion = 1

// runHeader is what a run is: chosen when its journal is opened for the first time, and never changed.
type runHeader struct {
	Version        int    `json:"bursarJournal"`
	Run            string `json:"run"`
	OrganizationID string `json:"organizationId"`
	Direct         bool   `json:"direct"`
}

const (
	// stateSending is recorded before the first request of a row.
	stateSending  = "sending"
	stateAccepted = "accepted"
	stateRefused  = "refused"
)

// journalEntry is what happened to a row, which is named by its idempotency key.
type journalEntry struct {
	Key    string `json:"key"`
	Digest string `json:"digest"`
	State  string `json:"state"`
	// ID of the transaction or the approval request, if the row was accepted.
	ID string `json:"id,omitempty"`
}

// journal remembers a run, so that it can be continued: one JSON object per line, the header first, in the format of all
// SDKs of Bursar. It is only appended to. It has keys and IDs, and no names, amounts, or bank details.
type journal struct {
	header  runHeader
	entries map[string]journalEntry
	file    *os.File
}

// openJournal creates the file if it does not exist. Without a path, the journal is in memory, which survives no crash.
func openJournal(path string, proposed runHeader) (*journal, error) {
	opened := &journal{header: proposed, entries: map[string]journalEntry{}}
	if path == "" {
		return opened, nil
	}
	if err := createJournalOnce(path, proposed); err != nil {
		return nil, err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := opened.read(path, content); err != nil {
		return nil, err
	}
	opened.file, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o600)
	if err == nil && !bytes.HasSuffix(content, []byte("\n")) {
		// A line that a crash cut off must not swallow the next one.
		_, err = opened.file.WriteString("\n")
	}
	return opened, err
}

// read takes what the file has. A cut line is skipped: what it would say, the service knows.
func (j *journal) read(path string, content []byte) error {
	lines := bytes.Split(content, []byte("\n"))
	var header runHeader
	if err := json.Unmarshal(lines[0], &header); err != nil || header.Version != journalVersion || header.Run == "" {
		return fmt.Errorf("%w: %s is not a journal of PayMany", ErrJournal, path)
	}
	j.header = header
	for _, line := range lines[1:] {
		var entry journalEntry
		if json.Unmarshal(line, &entry) == nil && entry.Key != "" && entry.State != "" {
			j.note(entry)
		}
	}
	return nil
}

// note keeps the last entry of a key. Nothing that another process appends later takes back that a row was accepted.
func (j *journal) note(entry journalEntry) {
	if j.entries[entry.Key].State != stateAccepted {
		j.entries[entry.Key] = entry
	}
}

// append returns when an entry that is sending survives a power failure; for the others, this is not needed.
func (j *journal) append(entry journalEntry) error {
	j.note(entry)
	if j.file == nil {
		return nil
	}
	line, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return err
	}
	if entry.State == stateSending {
		return j.file.Sync()
	}
	return nil
}

func (j *journal) close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}

// createJournalOnce writes the header to another file and links it to its name, so that it exists completely or not at
// all, and only one process wins.
func createJournalOnce(path string, header runHeader) error {
	header.Version = journalVersion
	line, err := json.Marshal(header)
	if err != nil {
		return err
	}
	draft := path + "." + randomID()
	file, err := os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(draft) }()
	_, err = file.Write(append(line, '\n'))
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(draft, path); err != nil {
		if errors.Is(err, os.ErrExist) {
			return nil
		}
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder: otherwise, a power failure could lose the file's name, and with it the run.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		// It opens no folders.
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
