"""Settings, payments, types, and errors."""

from __future__ import annotations

import io
from uuid import UUID, uuid4

import pytest
from conftest import THIS_RUN, Service, new_amount

import bursar_sdk
from bursar_sdk import Bursar, models
from bursar_sdk.models.payment_method import check_payment_method


def payment(service: Service, amount: float, **more: object) -> models.SendMoneyRequest:
    return models.SendMoneyRequest(UUID(service.recipient_id), amount, "ach", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("url", ["http://bank.example", "ftp://bank.example", "bank.example", "http://10.0.0.1/api/v1"])
def test_a_token_is_not_sent_over_an_unencrypted_network(url: str) -> None:
    with pytest.raises(ValueError, match="https://"):
        Bursar(base_url=url, token="secret")


@pytest.mark.parametrize("token", ["two\nlines", "with space", "ü"])
def test_something_that_is_no_token_is_refused_and_not_repeated(token: str) -> None:
    with pytest.raises(ValueError, match="one line") as caught:
        Bursar(base_url="https://bank.example", token=token)
    assert token not in str(caught.value)


def test_settings_come_from_the_environment(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BURSAR_URL", service.base_url.removesuffix("/api/v1"))
    monkeypatch.setenv("BURSAR_TOKEN", service.token)
    with Bursar() as client:
        assert client.accounts.list().items
    monkeypatch.delenv("BURSAR_TOKEN")
    with pytest.raises(ValueError, match="BURSAR_TOKEN"):
        Bursar()


def test_a_payment_with_the_same_key_is_made_once(bursar: Bursar, service: Service) -> None:
    body = payment(service, new_amount(), idempotency_key=f"sdk-python-once {THIS_RUN}")
    first = bursar.payments.create_transaction(service.account_id, body=body)  # type: ignore[arg-type]
    second = bursar.payments.create_transaction(service.account_id, body=body)  # type: ignore[arg-type]
    assert first.id == second.id
    assert first.amount == -body.amount
    assert first.status == "pending"


def test_another_payment_with_the_same_key_is_a_conflict(bursar: Bursar, service: Service) -> None:
    key = f"conflict {THIS_RUN}"
    bursar.payments.create_transaction(
        UUID(service.account_id), body=payment(service, new_amount(), idempotency_key=key)
    )
    with pytest.raises(bursar_sdk.ConflictError) as caught:
        bursar.payments.create_transaction(
            UUID(service.account_id), body=payment(service, new_amount()), idempotency_key=key
        )
    assert caught.value.error_code == "idempotencyKeyReused"


def test_two_different_keys_are_refused_before_anything_is_sent(bursar: Bursar, service: Service) -> None:
    with pytest.raises(ValueError, match="different idempotency keys"):
        bursar.payments.create_transaction(
            UUID(service.account_id), body=payment(service, new_amount(), idempotency_key="a"), idempotency_key="b"
        )


def test_an_error_says_why_and_which_request(bursar: Bursar, service: Service) -> None:
    with pytest.raises(bursar_sdk.ValidationError) as caught:
        bursar.payments.create_transaction(UUID(service.account_id), body=payment(service, 0.001))
    error = caught.value
    assert error.status == 400
    assert error.error_code == "invalidRequest"
    assert error.details["requestId"] == error.request_id
    assert error.idempotency_key
    assert error.operation == "POST /account/{account_id}/transactions"
    assert not error.may_have_succeeded
    assert error.request_id in str(error)


def test_each_status_has_its_class(bursar: Bursar, service: Service) -> None:
    with pytest.raises(bursar_sdk.NotFoundError):
        bursar.transactions.get(uuid4())
    with Bursar(base_url=service.base_url, token="secret-token:wrong") as stranger:
        with pytest.raises(bursar_sdk.AuthenticationError):
            stranger.accounts.list()
    with Bursar(base_url=service.base_url, token=service.read_only_token) as reader:
        with pytest.raises(bursar_sdk.PermissionDeniedError) as caught:
            reader.payments.create_transaction(UUID(service.account_id), body=payment(service, new_amount()))
    assert caught.value.error_code == "tokenNotInScope"


@pytest.mark.parametrize("identifier", ["", ".", ".."])
def test_an_id_that_leads_to_another_route_is_refused(bursar: Bursar, identifier: str) -> None:
    with pytest.raises(ValueError, match="must be an ID"):
        bursar.recipients.get(identifier)  # type: ignore[arg-type]


def test_a_file_is_attached_once_and_documents_are_bytes(bursar: Bursar, service: Service) -> None:
    made = bursar.payments.create_transaction(UUID(service.account_id), body=payment(service, new_amount()))
    upload = models.UploadDocumentRequest(
        file=bursar_sdk.File(io.BytesIO(b"Invoice 7\n"), "invoice.txt", "text/plain"), attachment_type="bill"
    )
    attached = bursar.transactions.upload_attachment(made.id, body=upload)
    assert attached.file_name == "invoice.txt"
    found = bursar.transactions.get(made.id)
    assert [attachment.file_name for attachment in found.attachments] == ["invoice.txt"]
    statement = bursar.statements.list_account_statements(UUID(service.account_id)).items[0]
    assert bursar.statements.get_pdf(statement.id).startswith(b"%PDF")
    assert str(made.id) in bursar.transactions.export()


def test_a_recipient_is_created_and_deleted(bursar: Bursar) -> None:
    details = models.ElectronicRoutingInput("123456789", "021000021", "businessChecking")
    recipient = bursar.recipients.create(
        body=models.CreateRecipientRequest(
            name="Tern Packaging", emails=["ap@example.com"], electronic_routing_info=details
        )
    )
    assert recipient.name == "Tern Packaging"
    bursar.recipients.delete(recipient.id)
    with pytest.raises(bursar_sdk.NotFoundError):
        bursar.recipients.get(recipient.id)


def test_values_that_a_newer_service_adds_are_read() -> None:
    read = models.Page.from_dict({"nextPage": "x", "somethingNew": 1})
    assert read.next_page == "x"
    assert str(check_payment_method("carrierPigeon")) == "carrierPigeon"
