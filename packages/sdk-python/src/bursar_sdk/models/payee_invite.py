from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_method import PaymentMethod, check_payment_method

if TYPE_CHECKING:
    from ..models.brand import Brand
    from ..models.name_on_payment import NameOnPayment
    from ..models.tax_document import TaxDocument


T = TypeVar("T", bound="PayeeInvite")


@_attrs_define
class PayeeInvite:
    """
    Attributes:
        organization_name (str): The organization's legal name.
        brand (Brand): The logo and the color of the organization.
        organization_name_on_request (None | str): The name by which the recipient may know it, as entered by its users.
        name (str): The recipient's name, as entered by the organization.
        name_on_payments (list[NameOnPayment]): The name as payments by each requested method carry it.
        payment_methods (list[PaymentMethod]): The details of at least one of these methods are required.
        require_tax_document (bool): Whether a tax form must be uploaded before the details are submitted.
        tax_document (None | TaxDocument):
        notes (None | str): The organization's note to the recipient; lines are separated by \\n.
        expires_at (datetime.datetime): When the link expires.
    """

    organization_name: str
    brand: Brand
    organization_name_on_request: None | str
    name: str
    name_on_payments: list[NameOnPayment]
    payment_methods: list[PaymentMethod]
    require_tax_document: bool
    tax_document: None | TaxDocument
    notes: None | str
    expires_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.tax_document import TaxDocument  # noqa: PLC0415

        organization_name = self.organization_name

        brand = self.brand.to_dict()

        organization_name_on_request: None | str
        organization_name_on_request = self.organization_name_on_request

        name = self.name

        name_on_payments = []
        for name_on_payments_item_data in self.name_on_payments:
            name_on_payments_item = name_on_payments_item_data.to_dict()
            name_on_payments.append(name_on_payments_item)

        payment_methods = []
        for payment_methods_item_data in self.payment_methods:
            payment_methods_item: str = payment_methods_item_data
            payment_methods.append(payment_methods_item)

        require_tax_document = self.require_tax_document

        tax_document: dict[str, Any] | None
        if isinstance(self.tax_document, TaxDocument):
            tax_document = self.tax_document.to_dict()
        else:
            tax_document = self.tax_document

        notes: None | str
        notes = self.notes

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "organizationName": organization_name,
                "brand": brand,
                "organizationNameOnRequest": organization_name_on_request,
                "name": name,
                "nameOnPayments": name_on_payments,
                "paymentMethods": payment_methods,
                "requireTaxDocument": require_tax_document,
                "taxDocument": tax_document,
                "notes": notes,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.brand import Brand  # noqa: PLC0415
        from ..models.name_on_payment import NameOnPayment  # noqa: PLC0415
        from ..models.tax_document import TaxDocument  # noqa: PLC0415

        d = dict(src_dict)
        organization_name = d.pop("organizationName")

        brand = Brand.from_dict(d.pop("brand"))

        def _parse_organization_name_on_request(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        organization_name_on_request = _parse_organization_name_on_request(d.pop("organizationNameOnRequest"))

        name = d.pop("name")

        name_on_payments = []
        _name_on_payments = d.pop("nameOnPayments")
        for name_on_payments_item_data in _name_on_payments:
            name_on_payments_item = NameOnPayment.from_dict(name_on_payments_item_data)

            name_on_payments.append(name_on_payments_item)

        payment_methods = []
        _payment_methods = d.pop("paymentMethods")
        for payment_methods_item_data in _payment_methods:
            payment_methods_item = check_payment_method(payment_methods_item_data)

            payment_methods.append(payment_methods_item)

        require_tax_document = d.pop("requireTaxDocument")

        def _parse_tax_document(data: object) -> None | TaxDocument:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                tax_document_type_0 = TaxDocument.from_dict(data)

                return tax_document_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TaxDocument, data)

        tax_document = _parse_tax_document(d.pop("taxDocument"))

        def _parse_notes(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        notes = _parse_notes(d.pop("notes"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))

        payee_invite = cls(
            organization_name=organization_name,
            brand=brand,
            organization_name_on_request=organization_name_on_request,
            name=name,
            name_on_payments=name_on_payments,
            payment_methods=payment_methods,
            require_tax_document=require_tax_document,
            tax_document=tax_document,
            notes=notes,
            expires_at=expires_at,
        )

        payee_invite.additional_properties = d
        return payee_invite

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
