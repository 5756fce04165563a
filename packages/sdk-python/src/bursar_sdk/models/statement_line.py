from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.returned_line import ReturnedLine


T = TypeVar("T", bound="StatementLine")


@_attrs_define
class StatementLine:
    """
    Attributes:
        transaction_id (UUID): The transaction.
        reference (str): Unique among the lines of all statements; the same in every format.
        date (datetime.date): The day. A date in New York, YYYY-MM-DD.
        entered_at (datetime.datetime): When it was entered into the ledger.
        description (str): What happened.
        details (None | str): Memo, check number, or the reason of a return.
        counterparty_name (str): The counterparty.
        kind (str): The kind of transaction.
        payment_method (None | str): The payment method.
        check_number (None | str): The number of the check.
        return_of (None | ReturnedLine):
        amount (float): Negative if money left the account. US dollars.
        balance (float): The balance after this line. US dollars.
    """

    transaction_id: UUID
    reference: str
    date: datetime.date
    entered_at: datetime.datetime
    description: str
    details: None | str
    counterparty_name: str
    kind: str
    payment_method: None | str
    check_number: None | str
    return_of: None | ReturnedLine
    amount: float
    balance: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.returned_line import ReturnedLine  # noqa: PLC0415

        transaction_id = str(self.transaction_id)

        reference = self.reference

        date = self.date.isoformat()

        entered_at = self.entered_at.isoformat()

        description = self.description

        details: None | str
        details = self.details

        counterparty_name = self.counterparty_name

        kind = self.kind

        payment_method: None | str
        payment_method = self.payment_method

        check_number: None | str
        check_number = self.check_number

        return_of: dict[str, Any] | None
        if isinstance(self.return_of, ReturnedLine):
            return_of = self.return_of.to_dict()
        else:
            return_of = self.return_of

        amount = self.amount

        balance = self.balance

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "transactionId": transaction_id,
                "reference": reference,
                "date": date,
                "enteredAt": entered_at,
                "description": description,
                "details": details,
                "counterpartyName": counterparty_name,
                "kind": kind,
                "paymentMethod": payment_method,
                "checkNumber": check_number,
                "returnOf": return_of,
                "amount": amount,
                "balance": balance,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.returned_line import ReturnedLine  # noqa: PLC0415

        d = dict(src_dict)
        transaction_id = UUID(d.pop("transactionId"))

        reference = d.pop("reference")

        date = datetime.date.fromisoformat(d.pop("date"))

        entered_at = datetime.datetime.fromisoformat(d.pop("enteredAt"))

        description = d.pop("description")

        def _parse_details(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        details = _parse_details(d.pop("details"))

        counterparty_name = d.pop("counterpartyName")

        kind = d.pop("kind")

        def _parse_payment_method(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        payment_method = _parse_payment_method(d.pop("paymentMethod"))

        def _parse_check_number(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        check_number = _parse_check_number(d.pop("checkNumber"))

        def _parse_return_of(data: object) -> None | ReturnedLine:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                return_of_type_0 = ReturnedLine.from_dict(data)

                return return_of_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ReturnedLine, data)

        return_of = _parse_return_of(d.pop("returnOf"))

        amount = d.pop("amount")

        balance = d.pop("balance")

        statement_line = cls(
            transaction_id=transaction_id,
            reference=reference,
            date=date,
            entered_at=entered_at,
            description=description,
            details=details,
            counterparty_name=counterparty_name,
            kind=kind,
            payment_method=payment_method,
            check_number=check_number,
            return_of=return_of,
            amount=amount,
            balance=balance,
        )

        statement_line.additional_properties = d
        return statement_line

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
