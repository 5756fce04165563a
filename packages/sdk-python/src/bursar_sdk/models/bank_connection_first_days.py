from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="BankConnectionFirstDays")


@_attrs_define
class BankConnectionFirstDays:
    """Limits until the connection has proven itself.

    Attributes:
        until (datetime.date): The last day on which the limits apply. A date in New York, YYYY-MM-DD.
        per_payment (float): The most that one payment may amount to. US dollars, at most two decimals.
        per_day (float): The most that all payments of a New York day together may amount to. US dollars, at most two
            decimals.
    """

    until: datetime.date
    per_payment: float
    per_day: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        until = self.until.isoformat()

        per_payment = self.per_payment

        per_day = self.per_day

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "until": until,
                "perPayment": per_payment,
                "perDay": per_day,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        until = datetime.date.fromisoformat(d.pop("until"))

        per_payment = d.pop("perPayment")

        per_day = d.pop("perDay")

        bank_connection_first_days = cls(
            until=until,
            per_payment=per_payment,
            per_day=per_day,
        )

        bank_connection_first_days.additional_properties = d
        return bank_connection_first_days

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
