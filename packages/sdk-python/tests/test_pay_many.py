"""Many payments: once each, whatever happens in between."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from conftest import THIS_RUN, Network, Passing, Service, answer, lose_answer, lose_request, new_amount

from bursar_sdk import APIError, Bursar, JournalError, RowsError, ServerError, models, pay_many
from bursar_sdk.journal import Entry, Journal
from bursar_sdk.pay_many import Progress, row_digest


@pytest.fixture(autouse=True)
def short_row_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pay_many, "_FIRST_PAUSE_SECONDS", 0.01)


def rows_of(service: Service, memo: str, count: int) -> list[dict[str, Any]]:
    """The second and third are equal, and two payments nevertheless."""
    amounts = [1.0, 2.5, 2.5, *(3 + index for index in range(count - 3))]
    return [
        {
            "recipientId": service.recipient_id,
            "amount": amount,
            "paymentMethod": "ach",
            "externalMemo": f"{memo} {THIS_RUN}",
        }
        for amount in amounts[:count]
    ]


def requests_with(client: Bursar, memo: str) -> list[models.SendMoneyApprovalRequest]:
    found = client.approval_requests.list_send_money(status="all")
    return [request for request in found if request.memo == f"{memo} {THIS_RUN}"]


def test_each_row_is_requested_once_with_progress(bursar: Bursar, service: Service, tmp_path: Path) -> None:
    rows = rows_of(service, "py once", 5)
    seen: list[tuple[int, int]] = []
    run: dict[str, Any] = {"journal": tmp_path / "run.journal", "account_id": UUID(service.account_id)}
    first = bursar.pay_many(rows, on_progress=lambda each: seen.append((each.done, each.total)), **run)
    assert first.counts == {"accepted": 5, "refused": 0, "unknown": 0, "notSent": 0}
    assert first.stopped is None
    assert seen == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
    second = bursar.pay_many(rows, **run)
    assert [each.id for each in second.results] == [each.id for each in first.results]
    assert len(requests_with(bursar, "py once")) == 5
    assert (tmp_path / "run.journal").stat().st_mode & 0o777 == 0o600
    assert service.recipient_id not in (tmp_path / "run.journal").read_text()


def test_the_order_of_rows_may_change_and_rows_may_be_added(bursar: Bursar, service: Service, tmp_path: Path) -> None:
    rows = rows_of(service, "py order", 4)
    run: dict[str, Any] = {"journal": tmp_path / "j", "account_id": service.account_id}
    bursar.pay_many(rows[:3], **run)
    bursar.pay_many(rows[::-1], **run)
    assert len(requests_with(bursar, "py order")) == 4


def test_direct_payments_of_models_are_made_once(bursar: Bursar, service: Service, tmp_path: Path) -> None:
    rows = [
        models.SendMoneyRequest(UUID(service.recipient_id), amount, "ach") for amount in (new_amount(), new_amount())
    ]
    run: dict[str, Any] = {"journal": tmp_path / "j", "account_id": service.account_id, "direct": True}
    first = bursar.pay_many(rows, **run)
    again = bursar.pay_many(rows, **run)
    assert first.counts["accepted"] == 2
    assert [each.id for each in again.results] == [each.id for each in first.results]
    assert isinstance(first.results[0].payment, models.Transaction)


class PowerFailure(BaseException):
    """Ends the run like a process that dies: nothing of it is handled."""


CrashPoint = tuple[str, Callable[[pytest.MonkeyPatch, Network, int], None]]


def before_append(patch: pytest.MonkeyPatch, _network: Network, at: int) -> None:
    real, calls = Journal.append, [0]

    def append(self: Journal, entry: Entry) -> None:
        calls[0] += 1
        if calls[0] == at:
            raise PowerFailure
        real(self, entry)

    patch.setattr(Journal, "append", append)


def after_append(patch: pytest.MonkeyPatch, _network: Network, at: int) -> None:
    real, calls = Journal.append, [0]

    def append(self: Journal, entry: Entry) -> None:
        calls[0] += 1
        real(self, entry)
        if calls[0] == at:
            raise PowerFailure

    patch.setattr(Journal, "append", append)


def torn_append(patch: pytest.MonkeyPatch, _network: Network, at: int) -> None:
    real, calls = Journal.append, [0]

    def append(self: Journal, entry: Entry) -> None:
        calls[0] += 1
        if calls[0] == at:
            assert self._file is not None
            self._file.write(json.dumps({"key": entry.key, "digest": entry.digest}).encode()[:30])
            raise PowerFailure
        real(self, entry)

    patch.setattr(Journal, "append", append)


def after_request(patch: pytest.MonkeyPatch, network: Network, at: int) -> None:
    """The service carries the request out, and the process dies before the answer."""

    def die(passing: Passing) -> bool:
        passing.forward()
        patch.setattr(pay_many, "_try_sending", dead)
        passing.cut()
        return True

    def dead(*_: Any) -> Any:
        raise PowerFailure

    # The first request reads the token.
    network.faults[:] = [*[None] * at, die]
    real = pay_many._try_sending

    def sending(*arguments: Any) -> Any:
        sent = real(*arguments)
        if pay_many._try_sending is dead:
            raise PowerFailure
        return sent

    patch.setattr(pay_many, "_try_sending", sending)


@pytest.mark.parametrize("at", [1, 2, 3, 4])
@pytest.mark.parametrize("crash", [before_append, after_append, torn_append, after_request])
def test_a_run_that_died_is_continued_and_pays_each_row_once(
    crash: Callable[[pytest.MonkeyPatch, Network, int], None],
    at: int,
    through_network: Bursar,
    network: Network,
    service: Service,
    tmp_path: Path,
) -> None:
    memo = f"py {crash.__name__} {at}"
    rows = rows_of(service, memo, 4)
    run: dict[str, Any] = {"journal": tmp_path / "j", "account_id": service.account_id, "max_retries": 0}
    with pytest.MonkeyPatch.context() as patch, pytest.raises(PowerFailure):
        crash(patch, network, at)
        through_network.pay_many(rows, **run)
    network.faults.clear()
    continued = through_network.pay_many(rows, **run)
    assert continued.counts["accepted"] == 4
    assert len(requests_with(through_network, memo)) == 4


@pytest.mark.parametrize("fault", [lose_answer, answer(502), answer(200)])
def test_a_row_without_an_answer_is_unknown_and_stops_the_run(
    fault: Any, through_network: Bursar, network: Network, service: Service, tmp_path: Path
) -> None:
    memo = f"py unknown {id(fault)}"
    rows = rows_of(service, memo, 4)
    run: dict[str, Any] = {"journal": tmp_path / "j", "account_id": service.account_id, "max_retries": 1}
    network.faults[:] = [None, None, fault, fault]
    stopped = through_network.pay_many(rows, **run)
    assert [each.status for each in stopped.results] == ["accepted", "unknown", "notSent", "notSent"]
    assert stopped.stopped is stopped.results[1].error
    # A token that is refused meanwhile does not say that the row is unpaid.
    network.faults[:] = [None, answer(401, errorCode="authenticationRequired", message="No.")]
    refused = through_network.pay_many(rows, **run)
    assert [each.status for each in refused.results] == ["accepted", "unknown", "notSent", "notSent"]
    network.faults.clear()
    continued = through_network.pay_many(rows, **run)
    assert continued.results[1].key == stopped.results[1].key
    assert continued.counts["accepted"] == 4
    assert len(requests_with(through_network, memo)) == 4


def test_lost_answers_are_retried_within_a_run(through_network: Bursar, network: Network, service: Service) -> None:
    network.faults[:] = [None, lose_answer, lose_request, None, lose_answer, answer(503, {"retry-after": "0"})]
    paid = through_network.pay_many(rows_of(service, "py retried", 4), account_id=service.account_id)
    assert paid.counts["accepted"] == 4
    assert len(requests_with(through_network, "py retried")) == 4


def test_a_refused_row_is_reported_and_the_others_are_paid(bursar: Bursar, service: Service, tmp_path: Path) -> None:
    rows = rows_of(service, "py refused", 3)
    wrong = {**rows[0], "recipientId": "0199a1b2-0000-7000-8000-000000000001"}
    run: dict[str, Any] = {"journal": tmp_path / "j", "account_id": service.account_id}
    paid = bursar.pay_many([rows[0], wrong, rows[1]], **run)
    assert [each.status for each in paid.results] == ["accepted", "refused", "accepted"]
    error = paid.results[1].error
    assert isinstance(error, APIError)
    assert error.error_code == "recipientNotFound"
    again = bursar.pay_many([rows[0], wrong, rows[1]], **run)
    assert [each.status for each in again.results] == ["accepted", "refused", "accepted"]
    assert again.results[1].key == paid.results[1].key


def test_pauses_after_refusals_double_and_end_with_a_payment(
    bursar: Bursar, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pay_many, "_FIRST_PAUSE_SECONDS", 0.25)
    waits: list[float] = []

    def wait(_event: threading.Event, seconds: float) -> bool:
        waits.append(seconds)
        return False

    monkeypatch.setattr(threading.Event, "wait", wait)
    good = rows_of(service, "py pauses", 3)
    bad = {**good[0], "recipientId": "0199a1b2-0000-7000-8000-000000000001"}
    bursar.pay_many([bad, bad, bad, good[0], bad, good[1]], account_id=service.account_id)
    assert waits == [0.25, 0.5, 1.0, 0.25]


def test_a_token_that_may_not_pay_stops_the_run(service: Service) -> None:
    with Bursar(base_url=service.base_url, token=service.read_only_token) as reader:
        stopped = reader.pay_many(rows_of(service, "py scope", 3), account_id=service.account_id)
    assert [each.status for each in stopped.results] == ["refused", "notSent", "notSent"]


def test_a_service_that_fails_for_all_stops_the_run(
    through_network: Bursar, network: Network, service: Service
) -> None:
    network.faults[:] = [None, answer(503, {"x-should-retry": "false"}, errorCode="ledgerInDoubt", message="No.")]
    stopped = through_network.pay_many(rows_of(service, "py doubt", 3), account_id=service.account_id)
    assert isinstance(stopped.stopped, ServerError)
    assert stopped.counts["notSent"] == 2


def test_stop_ends_the_run_after_the_row_that_is_being_sent(bursar: Bursar, service: Service, tmp_path: Path) -> None:
    stop = threading.Event()
    rows = rows_of(service, "py stop", 4)
    run: dict[str, Any] = {"journal": tmp_path / "j", "account_id": service.account_id}

    def stop_at_two(progress: Progress) -> None:
        if progress.done == 2:
            stop.set()

    stopped = bursar.pay_many(rows, stop=stop, on_progress=stop_at_two, **run)
    assert [each.status for each in stopped.results] == ["accepted", "accepted", "notSent", "notSent"]
    assert stopped.stopped == "aborted"
    assert bursar.pay_many(rows, **run).counts["accepted"] == 4


def test_rows_that_cannot_be_paid_are_reported_before_anything_is_sent(bursar: Bursar, service: Service) -> None:
    good = rows_of(service, "py wrong", 1)[0]
    wrong: list[dict[str, Any]] = [
        {**good, "amount": 0.005},
        {**good, "amount": -1},
        {**good, "amount": "5"},
        {**good, "amount": float("nan")},
        {**good, "amount": True},
        {**good, "amount": Decimal("1.0000000000000000001")},
        {**good, "recipientId": ""},
        {**good, "paymentMethod": None},
        {**good, "idempotencyKey": ""},
    ]
    with pytest.raises(RowsError) as caught:
        bursar.pay_many([good, *wrong], account_id=service.account_id)
    assert [problem.index for problem in caught.value.problems] == list(range(1, 10))
    with pytest.raises(RowsError, match="account_id"):
        bursar.pay_many([good])
    same = {**good, "idempotencyKey": "invoice-7"}
    with pytest.raises(RowsError, match="Row 1 has the same"):
        bursar.pay_many([same, same], account_id=service.account_id)
    assert requests_with(bursar, "py wrong") == []


def test_an_own_key_belongs_to_one_content(bursar: Bursar, service: Service, tmp_path: Path) -> None:
    row = {**rows_of(service, "py key", 1)[0], "idempotencyKey": f"py-invoice-1 {THIS_RUN}"}
    run: dict[str, Any] = {"journal": tmp_path / "j", "account_id": service.account_id}
    assert bursar.pay_many([row], **run).results[0].key == row["idempotencyKey"]
    with pytest.raises(RowsError, match="another content"):
        bursar.pay_many([{**row, "amount": 9}], **run)


def test_a_journal_of_another_kind_is_refused(bursar: Bursar, service: Service, tmp_path: Path) -> None:
    rows = rows_of(service, "py journal", 1)
    bursar.pay_many(rows, journal=tmp_path / "j", account_id=service.account_id)
    with pytest.raises(JournalError, match="direct=False"):
        bursar.pay_many(rows, journal=tmp_path / "j", account_id=service.account_id, direct=True)
    (tmp_path / "other").write_text("recipient,amount\n")
    with pytest.raises(JournalError, match="not a journal"):
        bursar.pay_many(rows, journal=tmp_path / "other", account_id=service.account_id)
    header = json.loads((tmp_path / "j").read_text().splitlines()[0])
    (tmp_path / "k").write_text(json.dumps({**header, "organizationId": "another"}) + "\n")
    with pytest.raises(JournalError, match="another organization"):
        bursar.pay_many(rows, journal=tmp_path / "k", account_id=service.account_id)
    assert len(requests_with(bursar, "py journal")) == 1


def test_two_runs_with_one_journal_pay_each_row_once(bursar: Bursar, service: Service, tmp_path: Path) -> None:
    rows = rows_of(service, "py twice", 6)

    def run() -> None:
        bursar.pay_many(rows, journal=tmp_path / "j", account_id=service.account_id)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(requests_with(bursar, "py twice")) == 6


def test_a_digest_is_that_of_the_other_sdks() -> None:
    # The same rows are in the tests of the other SDKs, and in tools/interop.
    row = {
        "amount": 1200.0,
        "recipientId": "r",
        "accountId": "a",
        "idempotencyKey": "k",
        "note": None,
        "externalMemo": 'é "x" <&>\n\u2028\x01',
        "purpose": {"simple": {"category": "vendor", "additionalInfo": None}},
    }
    assert row_digest(row) == row_digest({**row, "amount": 1200, "idempotencyKey": "other"})
    assert pay_many._canonical(row) == (
        '{"accountId":"a","amount":1200,"externalMemo":"é \\"x\\" <&>\\n\u2028\\u0001",'
        '"purpose":{"simple":{"category":"vendor"}},"recipientId":"r"}'
    )
    assert [pay_many._json_number(number) for number in (0.01, 2.5, 100.0, 999999999.99)] == [
        "0.01",
        "2.5",
        "100",
        "999999999.99",
    ]
