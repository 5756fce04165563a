from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.invoice_customer_address_request import InvoiceCustomerAddressRequest


T = TypeVar("T", bound="CreateInvoiceCustomerRequest")


@_attrs_define
class CreateInvoiceCustomerRequest:
    """A customer to add.

    Attributes:
        name (str): The customer's name.
        email (str): Where invoices are sent.
        address (InvoiceCustomerAddressRequest | None | Unset):
        idempotency_key (None | str | Unset):
    """

    name: str
    email: str
    address: InvoiceCustomerAddressRequest | None | Unset = UNSET
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.invoice_customer_address_request import InvoiceCustomerAddressRequest  # noqa: PLC0415

        name = self.name

        email = self.email

        address: dict[str, Any] | None | Unset
        if isinstance(self.address, Unset):
            address = UNSET
        elif isinstance(self.address, InvoiceCustomerAddressRequest):
            address = self.address.to_dict()
        else:
            address = self.address

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "email": email,
            }
        )
        if address is not UNSET:
            field_dict["address"] = address
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invoice_customer_address_request import InvoiceCustomerAddressRequest  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        email = d.pop("email")

        def _parse_address(data: object) -> InvoiceCustomerAddressRequest | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                address_type_0 = InvoiceCustomerAddressRequest.from_dict(data)

                return address_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(InvoiceCustomerAddressRequest | None | Unset, data)

        address = _parse_address(d.pop("address", UNSET))

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        create_invoice_customer_request = cls(
            name=name,
            email=email,
            address=address,
            idempotency_key=idempotency_key,
        )

        return create_invoice_customer_request
