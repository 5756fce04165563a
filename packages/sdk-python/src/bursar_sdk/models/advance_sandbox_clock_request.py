from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="AdvanceSandboxClockRequest")


@_attrs_define
class AdvanceSandboxClockRequest:
    """
    Attributes:
        hours (float | Unset): How far ahead, in hours; fractions are accepted.
        to (datetime.datetime | Unset): The instant to move to.
    """

    hours: float | Unset = UNSET
    to: datetime.datetime | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        hours = self.hours

        to: str | Unset = UNSET
        if not isinstance(self.to, Unset):
            to = self.to.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if hours is not UNSET:
            field_dict["hours"] = hours
        if to is not UNSET:
            field_dict["to"] = to

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        hours = d.pop("hours", UNSET)

        _to = d.pop("to", UNSET)
        to: datetime.datetime | Unset
        if isinstance(_to, Unset):
            to = UNSET
        else:
            to = datetime.datetime.fromisoformat(_to)

        advance_sandbox_clock_request = cls(
            hours=hours,
            to=to,
        )

        return advance_sandbox_clock_request
