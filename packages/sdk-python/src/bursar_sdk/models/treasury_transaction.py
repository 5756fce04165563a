from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.treasury_transaction_type import TreasuryTransactionType, check_treasury_transaction_type

if TYPE_CHECKING:
    from ..models.treasury_transaction_details import TreasuryTransactionDetails


T = TypeVar("T", bound="TreasuryTransaction")


@_attrs_define
class TreasuryTransaction:
    """A transaction of a treasury account.

    Attributes:
        type_ (TreasuryTransactionType): What happened.
        id (UUID): The transaction.
        account_id (UUID): The treasury account.
        amount (float): Negative if cash leaves the account or is invested. A trade, sweep, or reinvestment moves money
            between cash and the fund; it and anything canceled, rejected, or failed leaves the balance as it is. US
            dollars.
        balance (float): The account's balance after it: cash and shares. US dollars.
        canonical_day (datetime.date): The day on which it counts. A date in New York, YYYY-MM-DD.
        description (str): What happened, in words.
        additional_details (None | str): Such as the shares and price of a trade, or the reason for a rejection.
        security (None | str): The security involved.
        details (TreasuryTransactionDetails): More about the transaction, by its type.
    """

    type_: TreasuryTransactionType
    id: UUID
    account_id: UUID
    amount: float
    balance: float
    canonical_day: datetime.date
    description: str
    additional_details: None | str
    security: None | str
    details: TreasuryTransactionDetails
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        id = str(self.id)

        account_id = str(self.account_id)

        amount = self.amount

        balance = self.balance

        canonical_day = self.canonical_day.isoformat()

        description = self.description

        additional_details: None | str
        additional_details = self.additional_details

        security: None | str
        security = self.security

        details = self.details.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
                "id": id,
                "accountId": account_id,
                "amount": amount,
                "balance": balance,
                "canonicalDay": canonical_day,
                "description": description,
                "additionalDetails": additional_details,
                "security": security,
                "details": details,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.treasury_transaction_details import TreasuryTransactionDetails  # noqa: PLC0415

        d = dict(src_dict)
        type_ = check_treasury_transaction_type(d.pop("type"))

        id = UUID(d.pop("id"))

        account_id = UUID(d.pop("accountId"))

        amount = d.pop("amount")

        balance = d.pop("balance")

        canonical_day = datetime.date.fromisoformat(d.pop("canonicalDay"))

        description = d.pop("description")

        def _parse_additional_details(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        additional_details = _parse_additional_details(d.pop("additionalDetails"))

        def _parse_security(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        security = _parse_security(d.pop("security"))

        details = TreasuryTransactionDetails.from_dict(d.pop("details"))

        treasury_transaction = cls(
            type_=type_,
            id=id,
            account_id=account_id,
            amount=amount,
            balance=balance,
            canonical_day=canonical_day,
            description=description,
            additional_details=additional_details,
            security=security,
            details=details,
        )

        treasury_transaction.additional_properties = d
        return treasury_transaction

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
