from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tax_form_type import TaxFormType, check_tax_form_type

T = TypeVar("T", bound="RecipientAttachmentItem")


@_attrs_define
class RecipientAttachmentItem:
    """A file of a recipient, in the list of all recipients' files.

    Attributes:
        id (UUID): The attachment.
        recipient_id (UUID): The recipient.
        file_name (str): Its name.
        uploaded_at (datetime.datetime): When it was uploaded.
        url (str): A link that downloads the file for 12 hours, without a token. Share it only with people who may have
            the file. Each response has a new one.
        form_type (TaxFormType):
    """

    id: UUID
    recipient_id: UUID
    file_name: str
    uploaded_at: datetime.datetime
    url: str
    form_type: TaxFormType
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        recipient_id = str(self.recipient_id)

        file_name = self.file_name

        uploaded_at = self.uploaded_at.isoformat()

        url = self.url

        form_type: str = self.form_type

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "recipientId": recipient_id,
                "fileName": file_name,
                "uploadedAt": uploaded_at,
                "url": url,
                "formType": form_type,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        recipient_id = UUID(d.pop("recipientId"))

        file_name = d.pop("fileName")

        uploaded_at = datetime.datetime.fromisoformat(d.pop("uploadedAt"))

        url = d.pop("url")

        form_type = check_tax_form_type(d.pop("formType"))

        recipient_attachment_item = cls(
            id=id,
            recipient_id=recipient_id,
            file_name=file_name,
            uploaded_at=uploaded_at,
            url=url,
            form_type=form_type,
        )

        recipient_attachment_item.additional_properties = d
        return recipient_attachment_item

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
