from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="SandboxYield")


@_attrs_define
class SandboxYield:
    """
    Attributes:
        yield_ (float | None): Percent a year, at most two decimals; null for the default.
        starts_on (datetime.date): The first day that earns it. A date in New York, YYYY-MM-DD.
    """

    yield_: float | None
    starts_on: datetime.date
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        yield_: float | None
        yield_ = self.yield_

        starts_on = self.starts_on.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "yield": yield_,
                "startsOn": starts_on,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_yield_(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        yield_ = _parse_yield_(d.pop("yield"))

        starts_on = datetime.date.fromisoformat(d.pop("startsOn"))

        sandbox_yield = cls(
            yield_=yield_,
            starts_on=starts_on,
        )

        sandbox_yield.additional_properties = d
        return sandbox_yield

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
