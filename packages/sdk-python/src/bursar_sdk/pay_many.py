"""Pays many recipients: the loop that the service leaves to its clients.

A run may end at any moment, also by a power failure. Continued with the same rows and the same journal, it sends what
is not accepted yet, with the same keys: the service answers a repeated key with the first response, and pays nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from httpx import Response

from .api.approval_requests import request_send_money
from .api.payments import create_transaction
from .api.token import get_token
from .errors import (
    APIError,
    AuthenticationError,
    BursarError,
    ConflictError,
    NotFoundError,
    RateLimitError,
    ServerError,
    ValidationError,
)
from .journal import Entry, Journal, JournalError, RunHeader
from .models import CreateSendMoneyApprovalRequest, SendMoneyApprovalRequest, SendMoneyRequest, Transaction
from .requests import path_segment
from .transport import Transport

PaymentRow = CreateSendMoneyApprovalRequest | SendMoneyRequest | Mapping[str, Any]
"""One payment: a request of the API, or a mapping with the members of one.

A mapping may have `accountId`, the account that pays. With `idempotencyKey`, such as the number of an invoice, a row is
paid once even if the journal is lost; without it, its key comes from the journal.
"""

RowStatus = Literal["accepted", "refused", "unknown", "notSent"]

_MAX_RETRIES = 8
_FIRST_PAUSE_SECONDS = 0.25
_LONGEST_PAUSE_SECONDS = 5.0
# Every other row would be refused for the same reason.
_OF_EVERY_ROW = frozenset({"tokenNotInScope", "tokenNeeded", "requesterUnknown", "organizationKeyRevoked"})
_AMOUNT = re.compile(r"\d+(\.\d{1,2})?")


@dataclass(frozen=True)
class RowProblem:
    index: int
    """Of the row, counted from 0."""
    message: str


class RowsError(Exception):
    """Rows cannot be paid as they are. Nothing was sent."""

    def __init__(self, problems: Sequence[RowProblem]) -> None:
        first = problems[0]
        count = len(problems)
        super().__init__(f"{count} rows cannot be paid, and nothing was sent. Row {first.index + 1}: {first.message}")
        self.problems = problems


@dataclass(frozen=True)
class RowResult:
    """What happened to a row.

    `accepted`: it is paid or requested, now or earlier; `id` is that of the transaction or the approval request, and
    `payment` is missing if the journal had it already. `refused`: it is not paid; correct what `error` says, and run it
    again. `unknown`: it may be paid, because there was no answer; run it again, or look for `key`. `notSent`: the run
    stopped before it.
    """

    index: int
    row: PaymentRow
    key: str
    status: RowStatus
    id: str | None = None
    payment: Transaction | SendMoneyApprovalRequest | None = None
    error: BursarError | None = None


@dataclass(frozen=True)
class Progress:
    done: int
    total: int
    result: RowResult


@dataclass(frozen=True)
class PayManyResult:
    """`results` are in the order of the rows. `stopped` is why rows were not sent; None if all were."""

    results: list[RowResult]
    counts: Mapping[RowStatus, int]
    stopped: Literal["aborted"] | BursarError | None


@dataclass(frozen=True)
class _Row:
    """A row, and what identifies it in the journal."""

    index: int
    row: PaymentRow
    account_id: str
    body: dict[str, Any]
    key: str
    digest: str
    last: Entry | None

    def result(self, status: RowStatus, **more: Any) -> RowResult:
        return RowResult(self.index, self.row, self.key, status, **more)


@dataclass(frozen=True)
class _Options:
    direct: bool
    stop: threading.Event
    max_retries: int


def pay_many(
    transport: Transport,
    rows: Sequence[PaymentRow],
    *,
    journal: str | os.PathLike[str] | None,
    account_id: object,
    direct: bool,
    on_progress: Callable[[Progress], None] | None,
    stop: threading.Event | None,
    max_retries: int | None,
) -> PayManyResult:
    """See `Bursar.pay_many`."""
    options = _Options(direct, stop or threading.Event(), _MAX_RETRIES if max_retries is None else max_retries)
    organization = transport.call(get_token.request(), get_token.parse, key=None).organization
    proposed = RunHeader(secrets.token_hex(16), str(organization.id), direct)
    with Journal(journal, proposed) as opened:
        _check(opened.header, proposed)
        prepared = _prepare(rows, opened, None if account_id is None else str(account_id))
        return _pay_all(transport, opened, prepared, options, on_progress)


def _check(header: RunHeader, proposed: RunHeader) -> None:
    if header.organization_id != proposed.organization_id:
        raise JournalError("This journal is of another organization. Use the token that the run began with.")
    if header.direct != proposed.direct:
        raise JournalError(f"This journal began with direct={header.direct}. Continue it so, or start a new one.")


def _prepare(rows: Sequence[PaymentRow], journal: Journal, account_id: str | None) -> list[_Row]:
    """Gives each row its key: its own, or one that follows from the run and the row's content.

    So it does not depend on the order. The second of two equal rows is another payment, with another key.
    """
    problems: list[RowProblem] = []
    prepared: list[_Row] = []
    times_seen: Counter[str] = Counter()
    index_by_key: dict[str, int] = {}
    for index, row in enumerate(rows):
        members = _members_of(row)
        account = members.pop("accountId", None) or account_id or ""
        own_key = members.pop("idempotencyKey", None)
        digest = row_digest({**members, "accountId": account})
        key = f"{journal.header.run}-{times_seen[digest]}-{digest}" if own_key is None else own_key
        times_seen[digest] += 1
        last = journal.entries.get(key)
        problem = _problem_of(members, account, key)
        if problem is None and key in index_by_key:
            problem = f"Row {index_by_key[key] + 1} has the same idempotencyKey. Give each payment its own."
        if problem is None and last is not None and last.digest != digest:
            problem = "This key was used for a row with another content. Use a new key."
        if problem is not None:
            problems.append(RowProblem(index, problem))
        index_by_key[key] = index
        prepared.append(_Row(index, row, account, members, key, digest, last))
    if problems:
        raise RowsError(problems)
    return prepared


def _members_of(row: PaymentRow) -> dict[str, Any]:
    """As they are sent: IDs and days are texts, and amounts are numbers of JSON."""
    members = dict(row) if isinstance(row, Mapping) else row.to_dict()
    return {
        name: value
        if value is None or isinstance(value, bool | int | float | str | list | Mapping | Decimal)
        else str(value)
        for name, value in members.items()
    } | {"amount": _number(members.get("amount"))}


def _number(value: Any) -> Any:
    """A decimal as the number that JSON has, if that is the same."""
    if not isinstance(value, Decimal):
        return value
    number = float(value)
    return number if Decimal(str(number)) == value else value


def _problem_of(members: Mapping[str, Any], account_id: str, key: str) -> str | None:
    if not _is_text(account_id):
        return "Set accountId, in the row or with account_id."
    for name in ("recipientId", "paymentMethod"):
        if not _is_text(members.get(name)):
            return f"Set {name}."
    if not _is_text(key):
        return "An idempotencyKey must be a text that is not empty."
    amount = members["amount"]
    is_number = isinstance(amount, int | float) and not isinstance(amount, bool)
    if not is_number or amount <= 0 or not _AMOUNT.fullmatch(_json_number(amount)):
        return f"{amount} is not a valid amount. Use dollars, such as 1234.5."
    return None


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def row_digest(members: Mapping[str, Any]) -> str:
    """The same for the same payment, whatever the order of its members, and in every SDK."""
    return hashlib.sha256(_canonical(members).encode()).digest()[:20].hex()


def _canonical(value: Any) -> str:
    """JSON without spaces, nulls, and keys of payments; members are sorted, and numbers are as in JavaScript."""
    if isinstance(value, Mapping):
        kept = {name: member for name, member in value.items() if member is not None and name != "idempotencyKey"}
        return "{" + ",".join(f"{_json_text(name)}:{_canonical(kept[name])}" for name in sorted(kept)) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_canonical, value)) + "]"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _json_number(value)
    return _json_text(value)


def _json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _json_number(value: int | float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def _pay_all(
    transport: Transport,
    journal: Journal,
    rows: Sequence[_Row],
    options: _Options,
    on_progress: Callable[[Progress], None] | None,
) -> PayManyResult:
    results: list[RowResult] = []
    stopped: Literal["aborted"] | BursarError | None = None
    failures = 0
    for row in rows:
        if stopped is None and options.stop.is_set():
            stopped = "aborted"
        result = _pay_row(transport, journal, row, options) if stopped is None else row.result("notSent")
        results.append(result)
        if stopped is None:
            stopped = _reason_to_stop(result, options)
        if result.status == "notSent":
            continue
        if on_progress is not None:
            on_progress(Progress(len(results), len(rows), result))
        failures = failures + 1 if result.status == "refused" else 0
        if failures > 0 and stopped is None and len(results) < len(rows):
            options.stop.wait(min(_FIRST_PAUSE_SECONDS * 2 ** (failures - 1), _LONGEST_PAUSE_SECONDS))
    counts: Counter[RowStatus] = Counter({"accepted": 0, "refused": 0, "unknown": 0, "notSent": 0})
    counts.update(result.status for result in results)
    return PayManyResult(results, counts, stopped)


def _pay_row(transport: Transport, journal: Journal, row: _Row, options: _Options) -> RowResult:
    if row.last is not None and row.last.state == "accepted":
        return row.result("accepted", id=row.last.id)
    was_in_doubt = row.last is not None and row.last.state == "sending"
    if not was_in_doubt:
        journal.append(Entry(row.key, row.digest, "sending"))
    sent = _send_row(transport, row, options)
    if not isinstance(sent, BursarError):
        payment_id = str(sent.id if isinstance(sent, Transaction) else sent.request_id)
        journal.append(Entry(row.key, row.digest, "accepted", payment_id))
        return row.result("accepted", id=payment_id, payment=sent)
    if sent.may_have_succeeded or (was_in_doubt and not _says_unpaid(sent)):
        return row.result("unknown", error=sent)
    if not isinstance(sent, APIError):
        return row.result("notSent", error=sent)
    journal.append(Entry(row.key, row.digest, "refused"))
    return row.result("refused", error=sent)


def _send_row(
    transport: Transport, row: _Row, options: _Options
) -> Transaction | SendMoneyApprovalRequest | BursarError:
    sent = _try_sending(transport, row, options)
    # Refused, but an earlier attempt had no answer: only a request that is refused at once says that nothing was paid.
    is_doubtful = isinstance(sent, BursarError) and sent.may_have_succeeded and _says_unpaid(sent)
    return _try_sending(transport, row, options) if is_doubtful else sent


def _says_unpaid(error: BursarError) -> bool:
    """Whether the service looked for the key before it refused the row.

    It refuses a token before: a revoked one says nothing about a request that had no answer.
    """
    return isinstance(error, ValidationError | NotFoundError | ConflictError)


def _try_sending(
    transport: Transport, row: _Row, options: _Options
) -> Transaction | SendMoneyApprovalRequest | BursarError:

    def parse(response: Response) -> Transaction | SendMoneyApprovalRequest:
        return create_transaction.parse(response) if options.direct else request_send_money.parse(response)

    # The body is the row's own, so that a member that this version does not know is sent, too.
    path = create_transaction.PATH if options.direct else request_send_money.PATH
    request = {
        "operation": f"POST {path}",
        "method": "POST",
        "url": path.format(account_id=path_segment(row.account_id)),
        "json": row.body,
        "headers": {"Idempotency-Key": row.key},
    }
    try:
        return transport.call(request, parse, key="header", max_retries=options.max_retries, stop=options.stop)
    except BursarError as error:
        return error


def _reason_to_stop(result: RowResult, options: _Options) -> Literal["aborted"] | BursarError | None:
    if result.status == "accepted" or result.error is None:
        return None
    if result.status != "refused" or _refuses_every_row(result.error):
        return "aborted" if options.stop.is_set() else result.error
    return None


def _refuses_every_row(error: BursarError) -> bool:
    return isinstance(error, AuthenticationError | RateLimitError | ServerError) or (
        isinstance(error, APIError) and error.error_code in _OF_EVERY_ROW
    )
