from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.invoice_customer_address import InvoiceCustomerAddress


T = TypeVar("T", bound="InvoiceCustomer")


@_attrs_define
class InvoiceCustomer:
    """A customer to whom invoices are sent.

    Attributes:
        id (UUID): The customer.
        name (str): The customer's name.
        email (str): Where invoices are sent.
        address (InvoiceCustomerAddress | None):
        deleted_at (datetime.datetime | None): When it was deleted; it can still be read.
    """

    id: UUID
    name: str
    email: str
    address: InvoiceCustomerAddress | None
    deleted_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.invoice_customer_address import InvoiceCustomerAddress  # noqa: PLC0415

        id = str(self.id)

        name = self.name

        email = self.email

        address: dict[str, Any] | None
        if isinstance(self.address, InvoiceCustomerAddress):
            address = self.address.to_dict()
        else:
            address = self.address

        deleted_at: None | str
        if isinstance(self.deleted_at, datetime.datetime):
            deleted_at = self.deleted_at.isoformat()
        else:
            deleted_at = self.deleted_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "email": email,
                "address": address,
                "deletedAt": deleted_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invoice_customer_address import InvoiceCustomerAddress  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        name = d.pop("name")

        email = d.pop("email")

        def _parse_address(data: object) -> InvoiceCustomerAddress | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                address_type_0 = InvoiceCustomerAddress.from_dict(data)

                return address_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(InvoiceCustomerAddress | None, data)

        address = _parse_address(d.pop("address"))

        def _parse_deleted_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                deleted_at_type_0 = datetime.datetime.fromisoformat(data)

                return deleted_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        deleted_at = _parse_deleted_at(d.pop("deletedAt"))

        invoice_customer = cls(
            id=id,
            name=name,
            email=email,
            address=address,
            deleted_at=deleted_at,
        )

        invoice_customer.additional_properties = d
        return invoice_customer

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
