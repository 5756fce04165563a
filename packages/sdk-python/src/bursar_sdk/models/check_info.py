from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.address import Address


T = TypeVar("T", bound="CheckInfo")


@_attrs_define
class CheckInfo:
    """
    Attributes:
        address (Address): An address.
    """

    address: Address

    def to_dict(self) -> dict[str, Any]:
        address = self.address.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "address": address,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.address import Address  # noqa: PLC0415

        d = dict(src_dict)
        address = Address.from_dict(d.pop("address"))

        check_info = cls(
            address=address,
        )

        return check_info
