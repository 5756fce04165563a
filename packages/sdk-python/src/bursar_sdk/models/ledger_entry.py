from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="LedgerEntry")


@_attrs_define
class LedgerEntry:
    """What a transaction did to the account.

    Attributes:
        transaction_id (UUID): The transaction.
        amount (float): Signed. US dollars.
        entered_at (datetime.datetime): When it was recorded.
        counterparty_name (str): Who paid or was paid.
    """

    transaction_id: UUID
    amount: float
    entered_at: datetime.datetime
    counterparty_name: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        transaction_id = str(self.transaction_id)

        amount = self.amount

        entered_at = self.entered_at.isoformat()

        counterparty_name = self.counterparty_name

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "transactionId": transaction_id,
                "amount": amount,
                "enteredAt": entered_at,
                "counterpartyName": counterparty_name,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        transaction_id = UUID(d.pop("transactionId"))

        amount = d.pop("amount")

        entered_at = datetime.datetime.fromisoformat(d.pop("enteredAt"))

        counterparty_name = d.pop("counterpartyName")

        ledger_entry = cls(
            transaction_id=transaction_id,
            amount=amount,
            entered_at=entered_at,
            counterparty_name=counterparty_name,
        )

        ledger_entry.additional_properties = d
        return ledger_entry

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
