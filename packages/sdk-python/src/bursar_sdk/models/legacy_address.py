from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="LegacyAddress")


@_attrs_define
class LegacyAddress:
    """Deprecated: a US address. Checks are mailed to `checkInfo.address`.

    Attributes:
        address1 (str): Street line.
        city (str): City.
        postal_code (str): ZIP code.
        address2 (None | str | Unset): Second line.
        state (None | str | Unset): Two-letter US state; derived from the ZIP code if absent.
    """

    address1: str
    city: str
    postal_code: str
    address2: None | str | Unset = UNSET
    state: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        address1 = self.address1

        city = self.city

        postal_code = self.postal_code

        address2: None | str | Unset
        if isinstance(self.address2, Unset):
            address2 = UNSET
        else:
            address2 = self.address2

        state: None | str | Unset
        if isinstance(self.state, Unset):
            state = UNSET
        else:
            state = self.state

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "address1": address1,
                "city": city,
                "postalCode": postal_code,
            }
        )
        if address2 is not UNSET:
            field_dict["address2"] = address2
        if state is not UNSET:
            field_dict["state"] = state

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        address1 = d.pop("address1")

        city = d.pop("city")

        postal_code = d.pop("postalCode")

        def _parse_address2(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        address2 = _parse_address2(d.pop("address2", UNSET))

        def _parse_state(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        state = _parse_state(d.pop("state", UNSET))

        legacy_address = cls(
            address1=address1,
            city=city,
            postal_code=postal_code,
            address2=address2,
            state=state,
        )

        return legacy_address
