from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ReturnedLine")


@_attrs_define
class ReturnedLine:
    """Of money that came back: the line of the payment or transfer. Null on every other line.

    Attributes:
        transaction_id (UUID): The transaction; of a returned payment, the same.
        reference (str): The reference of its line.
        date (datetime.date): Its day. A date in New York, YYYY-MM-DD.
    """

    transaction_id: UUID
    reference: str
    date: datetime.date
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        transaction_id = str(self.transaction_id)

        reference = self.reference

        date = self.date.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "transactionId": transaction_id,
                "reference": reference,
                "date": date,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        transaction_id = UUID(d.pop("transactionId"))

        reference = d.pop("reference")

        date = datetime.date.fromisoformat(d.pop("date"))

        returned_line = cls(
            transaction_id=transaction_id,
            reference=reference,
            date=date,
        )

        returned_line.additional_properties = d
        return returned_line

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
