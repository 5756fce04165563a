"""Tests of a program that pays suppliers."""

from typing import Any

import pytest
from bursar_sdk import Bursar, ValidationError
from bursar_sdk.models import SendMoneyRequest


def test_a_supplier_is_paid(bursar: Bursar, double: dict[str, Any]) -> None:
    account, recipient = double["accounts"][0]["id"], double["recipients"][0]["id"]
    payment = bursar.payments.create_transaction(account, body=SendMoneyRequest(recipient, 250.25, "ach"))
    assert payment.status == "pending"
    bursar.sandbox.settle_transaction(payment.id)
    assert bursar.transactions.get(payment.id).status == "sent"


def test_a_payment_can_be_returned_by_the_bank(bursar: Bursar, double: dict[str, Any]) -> None:
    account, recipient = double["accounts"][0]["id"], double["recipients"][0]["id"]
    payment = bursar.payments.create_transaction(account, body=SendMoneyRequest(recipient, 250.75, "ach"))
    bursar.sandbox.settle_transaction(payment.id)
    bursar.sandbox.return_transaction(payment.id)
    assert bursar.transactions.get(payment.id).status == "reversed"


def test_more_money_than_there_is_cannot_be_sent(bursar: Bursar, double: dict[str, Any]) -> None:
    account, recipient = double["accounts"][0]["id"], double["recipients"][0]["id"]
    with pytest.raises(ValidationError) as refused:
        bursar.payments.create_transaction(account, body=SendMoneyRequest(recipient, 900_000_000, "ach"))
    assert refused.value.error_code == "insufficientFunds"
