"""The journal of `pay_many`: remembers a run, so that it can be continued.

One JSON object per line, the header first, in the format of all SDKs of Bursar: a run that one of them began, another
one can continue. A journal is only appended to. It has keys and IDs, and no names, amounts, or bank details.
"""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Literal, Self, cast

State = Literal["sending", "accepted", "refused"]
_VERSION = 1
_STATES = frozenset({"sending", "accepted", "refused"})


class JournalError(Exception):
    """The file is no journal, or the journal of another run: continued, it could pay twice. Nothing was sent."""


@dataclass(frozen=True)
class RunHeader:
    """What a run is: chosen when its journal is opened for the first time, and never changed."""

    run: str
    organization_id: str
    direct: bool


@dataclass(frozen=True)
class Entry:
    """What happened to a row, which is named by its idempotency key. `sending` is recorded before its first request."""

    key: str
    digest: str
    state: State
    id: str | None = None


class Journal:
    """A journal in a file, which is created if it does not exist; or in memory, which survives no crash."""

    def __init__(self, path: str | os.PathLike[str] | None, proposed: RunHeader) -> None:
        self.entries: dict[str, Entry] = {}
        self._file: BinaryIO | None = None
        self.header = proposed
        if path is not None:
            self._open(Path(path), proposed)

    def _open(self, path: Path, proposed: RunHeader) -> None:
        _create_once(path, proposed)
        content = path.read_bytes()
        lines = [_object_of(line) for line in content.split(b"\n")]
        self.header = _header_of(lines[0], path)
        for entry in map(_entry_of, lines[1:]):
            if entry is not None:
                _note(self.entries, entry)
        self._file = open(path, "ab", buffering=0)  # Closed with the journal.
        # A line that a crash cut off must not swallow the next one.
        if not content.endswith(b"\n"):
            self._file.write(b"\n")

    def append(self, entry: Entry) -> None:
        """Returns when an entry that is `sending` survives a power failure; for the others, this is not needed."""
        _note(self.entries, entry)
        if self._file is None:
            return
        members = {"key": entry.key, "digest": entry.digest, "state": entry.state, "id": entry.id}
        self._file.write(_line_of({name: value for name, value in members.items() if value is not None}))
        if entry.state == "sending":
            os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()


def _note(entries: dict[str, Entry], entry: Entry) -> None:
    """The last one of a key counts. Nothing that another process appends later takes back that a row was accepted."""
    known = entries.get(entry.key)
    if known is None or known.state != "accepted":
        entries[entry.key] = entry


def _line_of(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _create_once(path: Path, header: RunHeader) -> None:
    """Written to another file and linked to its name, the header exists completely or not at all; one process wins."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(handle, "wb") as file:
            members = {"run": header.run, "organizationId": header.organization_id, "direct": header.direct}
            file.write(_line_of({"bursarJournal": _VERSION, **members}))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
        _sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def _sync_folder(path: Path) -> None:
    """Otherwise, a power failure could lose the file's name, and with it the run."""
    if os.name == "nt":  # Windows opens no folders.
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _object_of(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _header_of(line: dict[str, Any], path: Path) -> RunHeader:
    run, organization_id, direct = line.get("run"), line.get("organizationId"), line.get("direct")
    if line.get("bursarJournal") != _VERSION or not isinstance(run, str) or not isinstance(organization_id, str):
        raise JournalError(f"{path} is not a journal of pay_many.")
    return RunHeader(run, organization_id, direct is True)


def _entry_of(line: dict[str, Any]) -> Entry | None:
    key, digest, state, payment_id = (line.get(name) for name in ("key", "digest", "state", "id"))
    if not isinstance(key, str) or not isinstance(digest, str) or state not in _STATES:
        return None
    return Entry(key, digest, cast(State, state), payment_id if isinstance(payment_id, str) else None)
