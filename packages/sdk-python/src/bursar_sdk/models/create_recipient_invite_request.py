from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..models.payment_method import PaymentMethod, check_payment_method
from ..types import UNSET, Unset

T = TypeVar("T", bound="CreateRecipientInviteRequest")


@_attrs_define
class CreateRecipientInviteRequest:
    """
    Attributes:
        contact_email (str): The recipient's email address.
        payment_methods (list[PaymentMethod]): The payment methods that you offer; the recipient enters the details of
            at least one.
        require_tax_document (bool): Whether the recipient must upload a tax form (W-9, W-8BEN, or W-8BEN-E). It is then
            among the recipient's `attachments`.
        send_email (bool): Whether to email the link; otherwise share `onboardingUrl` yourself.
        name (None | str | Unset): The recipient's name. Required unless `recipientId` is given.
        recipient_id (None | Unset | UUID): The recipient to fill. On completion, `contactEmail` and `name`, if given,
            replace its own; a new name may need confirmation, like new details.
        notes (None | str | Unset): Shown to the recipient, on the page and in the email.
        organization_name_on_request (None | str | Unset): The name by which the recipient knows you; shown next to your
            legal name, never in the subject of the email.
        idempotency_key (None | str | Unset):
    """

    contact_email: str
    payment_methods: list[PaymentMethod]
    require_tax_document: bool
    send_email: bool
    name: None | str | Unset = UNSET
    recipient_id: None | Unset | UUID = UNSET
    notes: None | str | Unset = UNSET
    organization_name_on_request: None | str | Unset = UNSET
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        contact_email = self.contact_email

        payment_methods = []
        for payment_methods_item_data in self.payment_methods:
            payment_methods_item: str = payment_methods_item_data
            payment_methods.append(payment_methods_item)

        require_tax_document = self.require_tax_document

        send_email = self.send_email

        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        recipient_id: None | str | Unset
        if isinstance(self.recipient_id, Unset):
            recipient_id = UNSET
        elif isinstance(self.recipient_id, UUID):
            recipient_id = str(self.recipient_id)
        else:
            recipient_id = self.recipient_id

        notes: None | str | Unset
        if isinstance(self.notes, Unset):
            notes = UNSET
        else:
            notes = self.notes

        organization_name_on_request: None | str | Unset
        if isinstance(self.organization_name_on_request, Unset):
            organization_name_on_request = UNSET
        else:
            organization_name_on_request = self.organization_name_on_request

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "contactEmail": contact_email,
                "paymentMethods": payment_methods,
                "requireTaxDocument": require_tax_document,
                "sendEmail": send_email,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name
        if recipient_id is not UNSET:
            field_dict["recipientId"] = recipient_id
        if notes is not UNSET:
            field_dict["notes"] = notes
        if organization_name_on_request is not UNSET:
            field_dict["organizationNameOnRequest"] = organization_name_on_request
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        contact_email = d.pop("contactEmail")

        payment_methods = []
        _payment_methods = d.pop("paymentMethods")
        for payment_methods_item_data in _payment_methods:
            payment_methods_item = check_payment_method(payment_methods_item_data)

            payment_methods.append(payment_methods_item)

        require_tax_document = d.pop("requireTaxDocument")

        send_email = d.pop("sendEmail")

        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))

        def _parse_recipient_id(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                recipient_id_type_0 = UUID(data)

                return recipient_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        recipient_id = _parse_recipient_id(d.pop("recipientId", UNSET))

        def _parse_notes(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        notes = _parse_notes(d.pop("notes", UNSET))

        def _parse_organization_name_on_request(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        organization_name_on_request = _parse_organization_name_on_request(d.pop("organizationNameOnRequest", UNSET))

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        create_recipient_invite_request = cls(
            contact_email=contact_email,
            payment_methods=payment_methods,
            require_tax_document=require_tax_document,
            send_email=send_email,
            name=name,
            recipient_id=recipient_id,
            notes=notes,
            organization_name_on_request=organization_name_on_request,
            idempotency_key=idempotency_key,
        )

        return create_recipient_invite_request
