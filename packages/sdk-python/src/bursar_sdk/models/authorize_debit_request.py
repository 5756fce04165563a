from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.authorize_debit_request_account_type import (
    AuthorizeDebitRequestAccountType,
    check_authorize_debit_request_account_type,
)

T = TypeVar("T", bound="AuthorizeDebitRequest")


@_attrs_define
class AuthorizeDebitRequest:
    """A customer's authorization of an ACH debit.

    Attributes:
        payer_name (str): The name of the account's holder.
        routing_number (str): ABA routing number: nine digits.
        account_number (str): 4 to 17 digits.
        account_type (AuthorizeDebitRequestAccountType): The kind of account.
        amount (float): The amount due, as shown to the customer. US dollars, at most two decimals.
        authorized (bool): The customer accepted `debit.authorization`.
    """

    payer_name: str
    routing_number: str
    account_number: str
    account_type: AuthorizeDebitRequestAccountType
    amount: float
    authorized: bool

    def to_dict(self) -> dict[str, Any]:
        payer_name = self.payer_name

        routing_number = self.routing_number

        account_number = self.account_number

        account_type: str = self.account_type

        amount = self.amount

        authorized = self.authorized

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "payerName": payer_name,
                "routingNumber": routing_number,
                "accountNumber": account_number,
                "accountType": account_type,
                "amount": amount,
                "authorized": authorized,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        payer_name = d.pop("payerName")

        routing_number = d.pop("routingNumber")

        account_number = d.pop("accountNumber")

        account_type = check_authorize_debit_request_account_type(d.pop("accountType"))

        amount = d.pop("amount")

        authorized = d.pop("authorized")

        authorize_debit_request = cls(
            payer_name=payer_name,
            routing_number=routing_number,
            account_number=account_number,
            account_type=account_type,
            amount=amount,
            authorized=authorized,
        )

        return authorize_debit_request
