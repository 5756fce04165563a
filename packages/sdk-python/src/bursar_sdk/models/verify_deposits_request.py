from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="VerifyDepositsRequest")


@_attrs_define
class VerifyDepositsRequest:
    """
    Attributes:
        amounts (list[float]): The two amounts, each below $1.00.
    """

    amounts: list[float]

    def to_dict(self) -> dict[str, Any]:
        amounts = self.amounts

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "amounts": amounts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        amounts = cast(list[float], d.pop("amounts"))

        verify_deposits_request = cls(
            amounts=amounts,
        )

        return verify_deposits_request
