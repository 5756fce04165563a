from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="SandboxYieldRequest")


@_attrs_define
class SandboxYieldRequest:
    """
    Attributes:
        yield_ (float | None): Percent a year, at most two decimals; null for the default.
    """

    yield_: float | None

    def to_dict(self) -> dict[str, Any]:
        yield_: float | None
        yield_ = self.yield_

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "yield": yield_,
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

        sandbox_yield_request = cls(
            yield_=yield_,
        )

        return sandbox_yield_request
