from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from .. import types
from ..models.tax_form_type import TaxFormType, check_tax_form_type
from ..types import UNSET, File, Unset

T = TypeVar("T", bound="UploadRecipientDocumentRequest")


@_attrs_define
class UploadRecipientDocumentRequest:
    """
    Attributes:
        file (File): The file: at most 32 MB, with a name of at most 299 characters. A PDF, an image (PNG, JPEG, HEIC,
            WebP, GIF, TIFF), a text or CSV file, or a Word or Excel document without macros.
        form_type (TaxFormType | Unset):
        idempotency_key (None | str | Unset):
    """

    file: File
    form_type: TaxFormType | Unset = UNSET
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        file = self.file.to_tuple()

        form_type: str | Unset = UNSET
        if not isinstance(self.form_type, Unset):
            form_type = self.form_type

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
        if form_type is not UNSET:
            field_dict["formType"] = form_type
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    def to_multipart(self) -> types.RequestFiles:
        files: types.RequestFiles = []

        files.append(("file", self.file.to_tuple()))

        if not isinstance(self.form_type, Unset):
            files.append(("formType", (None, str(self.form_type).encode(), "text/plain")))

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

        _form_type = d.pop("formType", UNSET)
        form_type: TaxFormType | Unset
        if isinstance(_form_type, Unset):
            form_type = UNSET
        else:
            form_type = check_tax_form_type(_form_type)

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        upload_recipient_document_request = cls(
            file=file,
            form_type=form_type,
            idempotency_key=idempotency_key,
        )

        return upload_recipient_document_request
