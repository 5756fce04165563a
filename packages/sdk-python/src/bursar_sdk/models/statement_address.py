from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="StatementAddress")


@_attrs_define
class StatementAddress:
    """The organization's address when the statement was made.

    Attributes:
        name (str): The organization's legal name.
        address1 (str): Street line; empty until the organization's address is entered.
        address2 (None | str): Second line.
        city (str): City.
        region (str): State.
        postal_code (str): ZIP code.
        country (str): ISO 3166-1 alpha-2.
    """

    name: str
    address1: str
    address2: None | str
    city: str
    region: str
    postal_code: str
    country: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        address1 = self.address1

        address2: None | str
        address2 = self.address2

        city = self.city

        region = self.region

        postal_code = self.postal_code

        country = self.country

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "address1": address1,
                "address2": address2,
                "city": city,
                "region": region,
                "postalCode": postal_code,
                "country": country,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        address1 = d.pop("address1")

        def _parse_address2(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        address2 = _parse_address2(d.pop("address2"))

        city = d.pop("city")

        region = d.pop("region")

        postal_code = d.pop("postalCode")

        country = d.pop("country")

        statement_address = cls(
            name=name,
            address1=address1,
            address2=address2,
            city=city,
            region=region,
            postal_code=postal_code,
            country=country,
        )

        statement_address.additional_properties = d
        return statement_address

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
