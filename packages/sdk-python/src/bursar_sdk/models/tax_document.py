from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tax_form_type import TaxFormType, check_tax_form_type

T = TypeVar("T", bound="TaxDocument")


@_attrs_define
class TaxDocument:
    """The tax form that was uploaded.

    Attributes:
        file_name (str): Its name.
        form_type (TaxFormType):
        uploaded_at (datetime.datetime): When it was uploaded.
    """

    file_name: str
    form_type: TaxFormType
    uploaded_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        file_name = self.file_name

        form_type: str = self.form_type

        uploaded_at = self.uploaded_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "fileName": file_name,
                "formType": form_type,
                "uploadedAt": uploaded_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        file_name = d.pop("fileName")

        form_type = check_tax_form_type(d.pop("formType"))

        uploaded_at = datetime.datetime.fromisoformat(d.pop("uploadedAt"))

        tax_document = cls(
            file_name=file_name,
            form_type=form_type,
            uploaded_at=uploaded_at,
        )

        tax_document.additional_properties = d
        return tax_document

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
