from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any, TypeVar

from attrs import define as _attrs_define

from .. import types
from ..models.upload_tax_document_request_form_type import (
    UploadTaxDocumentRequestFormType,
    check_upload_tax_document_request_form_type,
)
from ..types import File

T = TypeVar("T", bound="UploadTaxDocumentRequest")


@_attrs_define
class UploadTaxDocumentRequest:
    """
    Attributes:
        file (File): The file: at most 32 MB, with a name of at most 299 characters. A PDF, an image (PNG, JPEG, HEIC,
            WebP, GIF, TIFF), a text or CSV file, or a Word or Excel document without macros.
        form_type (UploadTaxDocumentRequestFormType): Which form it is.
    """

    file: File
    form_type: UploadTaxDocumentRequestFormType

    def to_dict(self) -> dict[str, Any]:
        file = self.file.to_tuple()

        form_type: str = self.form_type

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "file": file,
                "formType": form_type,
            }
        )

        return field_dict

    def to_multipart(self) -> types.RequestFiles:
        files: types.RequestFiles = []

        files.append(("file", self.file.to_tuple()))

        files.append(("formType", (None, str(self.form_type).encode(), "text/plain")))

        return files

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        file = File(payload=BytesIO(d.pop("file")))

        form_type = check_upload_tax_document_request_form_type(d.pop("formType"))

        upload_tax_document_request = cls(
            file=file,
            form_type=form_type,
        )

        return upload_tax_document_request
