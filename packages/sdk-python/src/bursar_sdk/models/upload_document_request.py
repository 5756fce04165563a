from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from .. import types
from ..models.upload_document_request_attachment_type import (
    UploadDocumentRequestAttachmentType,
    check_upload_document_request_attachment_type,
)
from ..types import UNSET, File, Unset

T = TypeVar("T", bound="UploadDocumentRequest")


@_attrs_define
class UploadDocumentRequest:
    """
    Attributes:
        file (File): The file: at most 32 MB, with a name of at most 299 characters. A PDF, an image (PNG, JPEG, HEIC,
            WebP, GIF, TIFF), a text or CSV file, or a Word or Excel document without macros.
        attachment_type (UploadDocumentRequestAttachmentType | Unset): What it is. The default is `other`.
        idempotency_key (None | str | Unset):
    """

    file: File
    attachment_type: UploadDocumentRequestAttachmentType | Unset = UNSET
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        file = self.file.to_tuple()

        attachment_type: str | Unset = UNSET
        if not isinstance(self.attachment_type, Unset):
            attachment_type = self.attachment_type

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "file": file,
            }
        )
        if attachment_type is not UNSET:
            field_dict["attachmentType"] = attachment_type
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    def to_multipart(self) -> types.RequestFiles:
        files: types.RequestFiles = []

        files.append(("file", self.file.to_tuple()))

        if not isinstance(self.attachment_type, Unset):
            files.append(("attachmentType", (None, str(self.attachment_type).encode(), "text/plain")))

        if not isinstance(self.idempotency_key, Unset):
            if isinstance(self.idempotency_key, str):
                files.append(("idempotencyKey", (None, str(self.idempotency_key).encode(), "text/plain")))
            else:
                files.append(("idempotencyKey", (None, str(self.idempotency_key).encode(), "text/plain")))

        return files

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        file = File(payload=BytesIO(d.pop("file")))

        _attachment_type = d.pop("attachmentType", UNSET)
        attachment_type: UploadDocumentRequestAttachmentType | Unset
        if isinstance(_attachment_type, Unset):
            attachment_type = UNSET
        else:
            attachment_type = check_upload_document_request_attachment_type(_attachment_type)

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        upload_document_request = cls(
            file=file,
            attachment_type=attachment_type,
            idempotency_key=idempotency_key,
        )

        return upload_document_request
