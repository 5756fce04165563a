from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TreasuryDay")


@_attrs_define
class TreasuryDay:
    """
    Attributes:
        day (datetime.date): The day. A date in New York, YYYY-MM-DD.
        balance (float): The balance at its end. US dollars.
        invested (float): The invested part of it. US dollars.
        yield_ (float | None): The 7-day yield in percent a year.
    """

    day: datetime.date
    balance: float
    invested: float
    yield_: float | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        day = self.day.isoformat()

        balance = self.balance

        invested = self.invested

        yield_: float | None
        yield_ = self.yield_

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "day": day,
                "balance": balance,
                "invested": invested,
                "yield": yield_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        day = datetime.date.fromisoformat(d.pop("day"))

        balance = d.pop("balance")

        invested = d.pop("invested")

        def _parse_yield_(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        yield_ = _parse_yield_(d.pop("yield"))

        treasury_day = cls(
            day=day,
            balance=balance,
            invested=invested,
            yield_=yield_,
        )

        treasury_day.additional_properties = d
        return treasury_day

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
