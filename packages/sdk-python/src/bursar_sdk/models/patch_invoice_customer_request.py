from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.invoice_customer_address_request import InvoiceCustomerAddressRequest


T = TypeVar("T", bound="PatchInvoiceCustomerRequest")


@_attrs_define
class PatchInvoiceCustomerRequest:
    """All of a customer's members. An omitted address is removed.

    Attributes:
        name (str | Unset): The customer's name.
        email (str | Unset): Where invoices are sent.
        address (InvoiceCustomerAddressRequest | None | Unset):
        resend_open_invoices (bool | Unset): Emails the customer's unpaid invoices again. The default is `false`.
        idempotency_key (None | str | Unset):
    """

    name: str | Unset = UNSET
    email: str | Unset = UNSET
    address: InvoiceCustomerAddressRequest | None | Unset = UNSET
    resend_open_invoices: bool | Unset = UNSET
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

        resend_open_invoices = self.resend_open_invoices

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if email is not UNSET:
            field_dict["email"] = email
        if address is not UNSET:
            field_dict["address"] = address
        if resend_open_invoices is not UNSET:
            field_dict["resendOpenInvoices"] = resend_open_invoices
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invoice_customer_address_request import InvoiceCustomerAddressRequest  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name", UNSET)

        email = d.pop("email", UNSET)

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

        resend_open_invoices = d.pop("resendOpenInvoices", UNSET)

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        patch_invoice_customer_request = cls(
            name=name,
            email=email,
            address=address,
            resend_open_invoices=resend_open_invoices,
            idempotency_key=idempotency_key,
        )

        return patch_invoice_customer_request
