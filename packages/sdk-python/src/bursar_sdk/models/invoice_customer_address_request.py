from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="InvoiceCustomerAddressRequest")


@_attrs_define
class InvoiceCustomerAddressRequest:
    """The postal address on invoices.

    Attributes:
        address1 (str): Street line.
        city (str): City.
        region (str): State or region.
        postal_code (str): ZIP or postal code.
        country (str): ISO 3166-1 alpha-2.
        name (str | Unset): The addressee on the invoice; the customer's name if it is omitted. Not shown in responses.
        address2 (None | str | Unset): Second line.
    """

    address1: str
    city: str
    region: str
    postal_code: str
    country: str
    name: str | Unset = UNSET
    address2: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        address1 = self.address1

        city = self.city

        region = self.region

        postal_code = self.postal_code

        country = self.country

        name = self.name

        address2: None | str | Unset
        if isinstance(self.address2, Unset):
            address2 = UNSET
        else:
            address2 = self.address2

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "address1": address1,
                "city": city,
                "region": region,
                "postalCode": postal_code,
                "country": country,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name
        if address2 is not UNSET:
            field_dict["address2"] = address2

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        address1 = d.pop("address1")

        city = d.pop("city")

        region = d.pop("region")

        postal_code = d.pop("postalCode")

        country = d.pop("country")

        name = d.pop("name", UNSET)

        def _parse_address2(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        address2 = _parse_address2(d.pop("address2", UNSET))

        invoice_customer_address_request = cls(
            address1=address1,
            city=city,
            region=region,
            postal_code=postal_code,
            country=country,
            name=name,
            address2=address2,
        )

        return invoice_customer_address_request
