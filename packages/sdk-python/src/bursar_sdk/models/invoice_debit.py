from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.invoice_debit_status import InvoiceDebitStatus, check_invoice_debit_status

T = TypeVar("T", bound="InvoiceDebit")


@_attrs_define
class InvoiceDebit:
    """The latest debit.

    Attributes:
        status (InvoiceDebitStatus): `waiting`: authorized; the bank has not collected the money. `collected`: the money
            arrived and is available. `returned`: the payer's bank returned it before the money was available. `reversed`:
            the payer's bank took the money back afterward.
        amount (float): The amount. US dollars.
        account_number_last_4 (str): The last digits of the account.
        authorized_at (datetime.datetime): When it was authorized.
        return_reason (None | str): Why it was returned.
    """

    status: InvoiceDebitStatus
    amount: float
    account_number_last_4: str
    authorized_at: datetime.datetime
    return_reason: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        status: str = self.status

        amount = self.amount

        account_number_last_4 = self.account_number_last_4

        authorized_at = self.authorized_at.isoformat()

        return_reason: None | str
        return_reason = self.return_reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "status": status,
                "amount": amount,
                "accountNumberLast4": account_number_last_4,
                "authorizedAt": authorized_at,
                "returnReason": return_reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = check_invoice_debit_status(d.pop("status"))

        amount = d.pop("amount")

        account_number_last_4 = d.pop("accountNumberLast4")

        authorized_at = datetime.datetime.fromisoformat(d.pop("authorizedAt"))

        def _parse_return_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        return_reason = _parse_return_reason(d.pop("returnReason"))

        invoice_debit = cls(
            status=status,
            amount=amount,
            account_number_last_4=account_number_last_4,
            authorized_at=authorized_at,
            return_reason=return_reason,
        )

        invoice_debit.additional_properties = d
        return invoice_debit

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
