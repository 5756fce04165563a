"""What happens if the network or the service fails."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import httpx
import pytest
from conftest import Fault, Network, Service, answer, lose_answer, lose_request, new_amount

import bursar_sdk
from bursar_sdk import Bursar, models, transport


def pay(client: Bursar, service: Service, amount: float) -> models.Transaction:
    body = models.SendMoneyRequest(UUID(service.recipient_id), amount, "ach")
    return client.payments.create_transaction(UUID(service.account_id), body=body)


def count(client: Bursar, amount: float) -> int:
    return sum(1 for _ in client.transactions.list(amount_min=amount, amount_max=amount))


UNAVAILABLE = answer(503, {"retry-after": "0"}, errorCode="serviceUnavailable", message="Try again.")


@pytest.mark.parametrize(
    "faults",
    [
        [lose_answer],
        [lose_request],
        [lose_answer, lose_answer, lose_answer],
        [UNAVAILABLE, lose_answer, answer(502)],
        [answer(429, {"retry-after": "0"}, errorCode="rateLimited", message="Too many requests.")],
        [answer(504), lose_request, answer(408)],
    ],
)
def test_a_payment_is_made_once_whatever_fails(
    through_network: Bursar, network: Network, service: Service, faults: list[Fault]
) -> None:
    amount = new_amount()
    network.faults[:] = faults
    made = pay(through_network, service, amount)
    assert made.amount == -amount
    assert len(set(network.headers_of("idempotency-key"))) == 1
    assert len(set(network.headers_of("x-request-id"))) == 1
    assert len(network.requests) == len(faults) + 1
    assert count(through_network, amount) == 1


def test_without_an_answer_the_error_has_the_key_to_find_out(
    through_network: Bursar, network: Network, service: Service
) -> None:
    amount = new_amount()
    network.faults[:] = [lose_answer] * 5
    with pytest.raises(bursar_sdk.ConnectionFailedError) as caught:
        pay(through_network, service, amount)
    assert caught.value.may_have_succeeded
    assert {caught.value.idempotency_key} == set(network.headers_of("idempotency-key"))
    body = models.SendMoneyRequest(UUID(service.recipient_id), amount, "ach")
    key = caught.value.idempotency_key
    assert key is not None
    through_network.payments.create_transaction(UUID(service.account_id), body=body, idempotency_key=key)
    assert count(through_network, amount) == 1


def test_a_request_without_a_key_is_sent_once_if_its_answer_is_lost(
    through_network: Bursar, network: Network, service: Service
) -> None:
    made = pay(through_network, service, new_amount())
    network.requests.clear()
    network.faults[:] = [lose_answer]
    with pytest.raises(bursar_sdk.ConnectionFailedError) as caught:
        through_network.sandbox.settle_transaction(made.id)
    assert caught.value.may_have_succeeded
    assert caught.value.idempotency_key is None
    assert len(network.requests) == 1


def test_a_read_is_repeated_and_changes_nothing(through_network: Bursar, network: Network) -> None:
    network.faults[:] = [lose_answer, answer(502), lose_request]
    assert through_network.accounts.list().items
    network.faults[:] = [answer(502)] * 5
    with pytest.raises(bursar_sdk.ServerError) as caught:
        through_network.accounts.list()
    assert not caught.value.may_have_succeeded
    assert caught.value.error_code is None


def test_the_service_can_forbid_a_retry(through_network: Bursar, network: Network) -> None:
    network.faults[:] = [answer(503, {"x-should-retry": "false"}, errorCode="ledgerInDoubt", message="No.")]
    with pytest.raises(bursar_sdk.ServerError):
        through_network.accounts.list()
    assert len(network.requests) == 1


def test_an_answer_of_another_server_is_no_payment(through_network: Bursar, network: Network, service: Service) -> None:
    network.faults[:] = [answer(200)]
    with pytest.raises(bursar_sdk.ConnectionFailedError, match="Check the base URL") as caught:
        pay(through_network, service, new_amount())
    assert caught.value.may_have_succeeded


def test_the_token_does_not_follow_a_redirect(through_network: Bursar, network: Network) -> None:
    network.faults[:] = [answer(307, {"location": "https://elsewhere.example/"})]
    with pytest.raises(bursar_sdk.ConnectionFailedError, match="redirects"):
        through_network.accounts.list()
    assert len(network.requests) == 1


def test_a_service_that_is_away_says_that_nothing_was_sent(service: Service) -> None:
    with Bursar(base_url="http://127.0.0.1:9", token=service.token, max_retries=1) as client:
        with pytest.raises(bursar_sdk.ConnectionFailedError) as caught:
            pay(client, service, new_amount())
    assert not caught.value.may_have_succeeded


def pauses(monkeypatch: pytest.MonkeyPatch, answers: list[httpx.Response]) -> Iterator[float | None]:
    monkeypatch.setattr(transport, "_FIRST_PAUSE_SECONDS", 0.5)
    settings = transport.Settings("https://bank.example/api/v1", "t", 30, 8)
    call = transport._Call(settings, {"operation": "GET /accounts", "method": "GET", "url": "/accounts"}, None)
    return (call.pause_seconds(each) for each in answers)


def test_pauses_double_up_to_a_limit_and_vary(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = [0.5, 1, 2, 4, 8, 8, 8, 8]
    for pause, limit in zip(pauses(monkeypatch, [httpx.Response(503)] * 8), longest, strict=True):
        assert pause is not None and limit / 2 <= pause <= limit


def test_retry_after_is_kept_up_to_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    requested = [httpx.Response(429, headers={"retry-after": value}) for value in ("7", "60", "61")]
    first, second, third = pauses(monkeypatch, requested)
    assert first is not None and 7 <= first <= 7.7
    assert second is not None and 60 <= second <= 66
    assert third is None
