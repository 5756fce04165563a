from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="NamedAddress")


@_attrs_define
class NamedAddress:
    """Deprecated.

    Attributes:
        name (str): The recipient's name.
        address1 (str): Street line.
        city (str): City.
        region (str): State or region; a US state by its two letters.
        postal_code (str): ZIP or postal code.
        country (str): ISO 3166-1 alpha-2, such as US.
        address2 (None | str | Unset): Second line.
    """

    name: str
    address1: str
    city: str
    region: str
    postal_code: str
    country: str
    address2: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        address1 = self.address1

        city = self.city

        region = self.region

        postal_code = self.postal_code

        country = self.country

        address2: None | str | Unset
        if isinstance(self.address2, Unset):
            address2 = UNSET
        else:
            address2 = self.address2

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "address1": address1,
                "city": city,
                "region": region,
                "postalCode": postal_code,
                "country": country,
            }
        )
        if address2 is not UNSET:
            field_dict["address2"] = address2

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        address1 = d.pop("address1")

        city = d.pop("city")

        region = d.pop("region")

        postal_code = d.pop("postalCode")

        country = d.pop("country")

        def _parse_address2(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        address2 = _parse_address2(d.pop("address2", UNSET))

        named_address = cls(
            name=name,
            address1=address1,
            city=city,
            region=region,
            postal_code=postal_code,
            country=country,
            address2=address2,
        )

        named_address.additional_properties = d
        return named_address

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
