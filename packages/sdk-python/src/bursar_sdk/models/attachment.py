from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.attachment_type import AttachmentType, check_attachment_type
from ..models.tax_form_type import TaxFormType, check_tax_form_type

T = TypeVar("T", bound="Attachment")


@_attrs_define
class Attachment:
    """An attached file.

    Attributes:
        id (UUID): The attachment.
        attachment_id (UUID): The same as `id`.
        file_name (str): Its name.
        url (str): A link that downloads the file for 12 hours, without a token. Share it only with people who may have
            the file. Each response has a new one.
        download_url (str): The same as `url`.
        uploaded_at (datetime.datetime): When it was uploaded.
        media_type (str): Its media type, detected from its content, such as `application/pdf`.
        size_bytes (int): Its size.
        sha256 (str): SHA-256 of its content, in hexadecimal digits.
        attachment_type (AttachmentType): What it is; a `bill` is shown as `other`.
        form_type (TaxFormType):
        uploaded_by_user_id (None | UUID): The user who uploaded it.
        uploaded_by_token_id (None | UUID): The token that uploaded it. If there is neither a user nor a token, the
            recipient uploaded it, through an invite.
    """

    id: UUID
    attachment_id: UUID
    file_name: str
    url: str
    download_url: str
    uploaded_at: datetime.datetime
    media_type: str
    size_bytes: int
    sha256: str
    attachment_type: AttachmentType
    form_type: TaxFormType
    uploaded_by_user_id: None | UUID
    uploaded_by_token_id: None | UUID
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        attachment_id = str(self.attachment_id)

        file_name = self.file_name

        url = self.url

        download_url = self.download_url

        uploaded_at = self.uploaded_at.isoformat()

        media_type = self.media_type

        size_bytes = self.size_bytes

        sha256 = self.sha256

        attachment_type: str = self.attachment_type

        form_type: str = self.form_type

        uploaded_by_user_id: None | str
        if isinstance(self.uploaded_by_user_id, UUID):
            uploaded_by_user_id = str(self.uploaded_by_user_id)
        else:
            uploaded_by_user_id = self.uploaded_by_user_id

        uploaded_by_token_id: None | str
        if isinstance(self.uploaded_by_token_id, UUID):
            uploaded_by_token_id = str(self.uploaded_by_token_id)
        else:
            uploaded_by_token_id = self.uploaded_by_token_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "attachmentId": attachment_id,
                "fileName": file_name,
                "url": url,
                "downloadUrl": download_url,
                "uploadedAt": uploaded_at,
                "mediaType": media_type,
                "sizeBytes": size_bytes,
                "sha256": sha256,
                "attachmentType": attachment_type,
                "formType": form_type,
                "uploadedByUserId": uploaded_by_user_id,
                "uploadedByTokenId": uploaded_by_token_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        attachment_id = UUID(d.pop("attachmentId"))

        file_name = d.pop("fileName")

        url = d.pop("url")

        download_url = d.pop("downloadUrl")

        uploaded_at = datetime.datetime.fromisoformat(d.pop("uploadedAt"))

        media_type = d.pop("mediaType")

        size_bytes = d.pop("sizeBytes")

        sha256 = d.pop("sha256")

        attachment_type = check_attachment_type(d.pop("attachmentType"))

        form_type = check_tax_form_type(d.pop("formType"))

        def _parse_uploaded_by_user_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                uploaded_by_user_id_type_0 = UUID(data)

                return uploaded_by_user_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        uploaded_by_user_id = _parse_uploaded_by_user_id(d.pop("uploadedByUserId"))

        def _parse_uploaded_by_token_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                uploaded_by_token_id_type_0 = UUID(data)

                return uploaded_by_token_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        uploaded_by_token_id = _parse_uploaded_by_token_id(d.pop("uploadedByTokenId"))

        attachment = cls(
            id=id,
            attachment_id=attachment_id,
            file_name=file_name,
            url=url,
            download_url=download_url,
            uploaded_at=uploaded_at,
            media_type=media_type,
            size_bytes=size_bytes,
            sha256=sha256,
            attachment_type=attachment_type,
            form_type=form_type,
            uploaded_by_user_id=uploaded_by_user_id,
            uploaded_by_token_id=uploaded_by_token_id,
        )

        attachment.additional_properties = d
        return attachment

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
