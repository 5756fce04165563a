from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.invoice_row import InvoiceRow


T = TypeVar("T", bound="SuggestedMatch")


@_attrs_define
class SuggestedMatch:
    """An invoice and the part of the payment for it.

    Attributes:
        invoice (InvoiceRow): An invoice in the dashboard's list.
        amount (float): The part of the payment that would pay it. US dollars.
    """

    invoice: InvoiceRow
    amount: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        invoice = self.invoice.to_dict()

        amount = self.amount

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "invoice": invoice,
                "amount": amount,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invoice_row import InvoiceRow  # noqa: PLC0415

        d = dict(src_dict)
        invoice = InvoiceRow.from_dict(d.pop("invoice"))

        amount = d.pop("amount")

        suggested_match = cls(
            invoice=invoice,
            amount=amount,
        )

        suggested_match.additional_properties = d
        return suggested_match

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
