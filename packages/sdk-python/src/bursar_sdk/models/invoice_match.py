from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.invoice_match_source import InvoiceMatchSource, check_invoice_match_source
from ..models.invoice_match_status import InvoiceMatchStatus, check_invoice_match_status

T = TypeVar("T", bound="InvoiceMatch")


@_attrs_define
class InvoiceMatch:
    """A part of a payment that pays an invoice.

    Attributes:
        id (UUID): The match.
        transaction_id (UUID): The incoming transaction.
        invoice_id (UUID): The invoice.
        invoice_number (str): Its number.
        amount (float): The part of the payment. US dollars.
        source (InvoiceMatchSource): How it was found.
        status (InvoiceMatchStatus): `active`: counts toward the invoice. `undone`: undone by a user, or because the
            payment was returned.
        matched_at (datetime.datetime): When it was matched.
        undone_at (datetime.datetime | None): When it was undone.
        can_undo (bool): Whether the caller may undo it.
    """

    id: UUID
    transaction_id: UUID
    invoice_id: UUID
    invoice_number: str
    amount: float
    source: InvoiceMatchSource
    status: InvoiceMatchStatus
    matched_at: datetime.datetime
    undone_at: datetime.datetime | None
    can_undo: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        transaction_id = str(self.transaction_id)

        invoice_id = str(self.invoice_id)

        invoice_number = self.invoice_number

        amount = self.amount

        source: str = self.source

        status: str = self.status

        matched_at = self.matched_at.isoformat()

        undone_at: None | str
        if isinstance(self.undone_at, datetime.datetime):
            undone_at = self.undone_at.isoformat()
        else:
            undone_at = self.undone_at

        can_undo = self.can_undo

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "transactionId": transaction_id,
                "invoiceId": invoice_id,
                "invoiceNumber": invoice_number,
                "amount": amount,
                "source": source,
                "status": status,
                "matchedAt": matched_at,
                "undoneAt": undone_at,
                "canUndo": can_undo,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        transaction_id = UUID(d.pop("transactionId"))

        invoice_id = UUID(d.pop("invoiceId"))

        invoice_number = d.pop("invoiceNumber")

        amount = d.pop("amount")

        source = check_invoice_match_source(d.pop("source"))

        status = check_invoice_match_status(d.pop("status"))

        matched_at = datetime.datetime.fromisoformat(d.pop("matchedAt"))

        def _parse_undone_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                undone_at_type_0 = datetime.datetime.fromisoformat(data)

                return undone_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        undone_at = _parse_undone_at(d.pop("undoneAt"))

        can_undo = d.pop("canUndo")

        invoice_match = cls(
            id=id,
            transaction_id=transaction_id,
            invoice_id=invoice_id,
            invoice_number=invoice_number,
            amount=amount,
            source=source,
            status=status,
            matched_at=matched_at,
            undone_at=undone_at,
            can_undo=can_undo,
        )

        invoice_match.additional_properties = d
        return invoice_match

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
