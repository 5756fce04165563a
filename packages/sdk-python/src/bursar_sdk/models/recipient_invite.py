from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_method import PaymentMethod, check_payment_method
from ..models.recipient_invite_allowed_actions_item import (
    RecipientInviteAllowedActionsItem,
    check_recipient_invite_allowed_actions_item,
)
from ..models.recipient_invite_status import RecipientInviteStatus, check_recipient_invite_status

T = TypeVar("T", bound="RecipientInvite")


@_attrs_define
class RecipientInvite:
    """An invite for a recipient to enter their own bank details.

    Attributes:
        id (str): Identifies the invite. For the user or token that created it, it is also the secret of its link;
            everyone else gets another id until the invite is completed or has expired. Both work in paths and as cursors.
        invite_id (str): The same as `id`.
        onboarding_url (str): Where the recipient enters their details. For them only; it does not work if `id` is not
            the secret.
        status (RecipientInviteStatus):
        name (str): The recipient's name.
        contact_email (str): The recipient's email address.
        payment_methods (list[PaymentMethod]): The requested methods.
        require_tax_document (bool): Whether the recipient must upload a tax form.
        created_at (datetime.datetime): When it was made.
        expires_at (datetime.datetime | None): Until when the link works.
        notes (None | str): Shown to the recipient, on the page and in the email.
        recipient_id (None | UUID): The recipient to fill, or, once completed, the one it made.
        allowed_actions (list[RecipientInviteAllowedActionsItem]): What the caller may do with it: share
            `onboardingUrl`, resend the email, withdraw the invite (DELETE).
    """

    id: str
    invite_id: str
    onboarding_url: str
    status: RecipientInviteStatus
    name: str
    contact_email: str
    payment_methods: list[PaymentMethod]
    require_tax_document: bool
    created_at: datetime.datetime
    expires_at: datetime.datetime | None
    notes: None | str
    recipient_id: None | UUID
    allowed_actions: list[RecipientInviteAllowedActionsItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        invite_id = self.invite_id

        onboarding_url = self.onboarding_url

        status: str = self.status

        name = self.name

        contact_email = self.contact_email

        payment_methods = []
        for payment_methods_item_data in self.payment_methods:
            payment_methods_item: str = payment_methods_item_data
            payment_methods.append(payment_methods_item)

        require_tax_document = self.require_tax_document

        created_at = self.created_at.isoformat()

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        notes: None | str
        notes = self.notes

        recipient_id: None | str
        if isinstance(self.recipient_id, UUID):
            recipient_id = str(self.recipient_id)
        else:
            recipient_id = self.recipient_id

        allowed_actions = []
        for allowed_actions_item_data in self.allowed_actions:
            allowed_actions_item: str = allowed_actions_item_data
            allowed_actions.append(allowed_actions_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "inviteId": invite_id,
                "onboardingUrl": onboarding_url,
                "status": status,
                "name": name,
                "contactEmail": contact_email,
                "paymentMethods": payment_methods,
                "requireTaxDocument": require_tax_document,
                "createdAt": created_at,
                "expiresAt": expires_at,
                "notes": notes,
                "recipientId": recipient_id,
                "allowedActions": allowed_actions,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        invite_id = d.pop("inviteId")

        onboarding_url = d.pop("onboardingUrl")

        status = check_recipient_invite_status(d.pop("status"))

        name = d.pop("name")

        contact_email = d.pop("contactEmail")

        payment_methods = []
        _payment_methods = d.pop("paymentMethods")
        for payment_methods_item_data in _payment_methods:
            payment_methods_item = check_payment_method(payment_methods_item_data)

            payment_methods.append(payment_methods_item)

        require_tax_document = d.pop("requireTaxDocument")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        def _parse_expires_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                expires_at_type_0 = datetime.datetime.fromisoformat(data)

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        expires_at = _parse_expires_at(d.pop("expiresAt"))

        def _parse_notes(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        notes = _parse_notes(d.pop("notes"))

        def _parse_recipient_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                recipient_id_type_0 = UUID(data)

                return recipient_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        recipient_id = _parse_recipient_id(d.pop("recipientId"))

        allowed_actions = []
        _allowed_actions = d.pop("allowedActions")
        for allowed_actions_item_data in _allowed_actions:
            allowed_actions_item = check_recipient_invite_allowed_actions_item(allowed_actions_item_data)

            allowed_actions.append(allowed_actions_item)

        recipient_invite = cls(
            id=id,
            invite_id=invite_id,
            onboarding_url=onboarding_url,
            status=status,
            name=name,
            contact_email=contact_email,
            payment_methods=payment_methods,
            require_tax_document=require_tax_document,
            created_at=created_at,
            expires_at=expires_at,
            notes=notes,
            recipient_id=recipient_id,
            allowed_actions=allowed_actions,
        )

        recipient_invite.additional_properties = d
        return recipient_invite

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
