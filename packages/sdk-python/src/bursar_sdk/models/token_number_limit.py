from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TokenNumberLimit")


@_attrs_define
class TokenNumberLimit:
    """The number of direct sends, transfers, and requests together per calendar day in New York; null = no limit.

    Attributes:
        limit (int): The limit.
        used (int): How many are used.
        left (int): How many are left.
        day (datetime.date): The day, in New York. A date in New York, YYYY-MM-DD.
    """

    limit: int
    used: int
    left: int
    day: datetime.date
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        limit = self.limit

        used = self.used

        left = self.left

        day = self.day.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "limit": limit,
                "used": used,
                "left": left,
                "day": day,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        limit = d.pop("limit")

        used = d.pop("used")

        left = d.pop("left")

        day = datetime.date.fromisoformat(d.pop("day"))

        token_number_limit = cls(
            limit=limit,
            used=used,
            left=left,
            day=day,
        )

        token_number_limit.additional_properties = d
        return token_number_limit

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
