from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="InvoiceAttachment")


@_attrs_define
class InvoiceAttachment:
    """A file attached to an invoice.

    Attributes:
        id (UUID): The attachment.
        file_name (str): Its name.
        url (str): A link that downloads the file for 12 hours, without a token. Share it only with people who may have
            the file. Each response has a new one.
    """

    id: UUID
    file_name: str
    url: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        file_name = self.file_name

        url = self.url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "fileName": file_name,
                "url": url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        file_name = d.pop("fileName")

        url = d.pop("url")

        invoice_attachment = cls(
            id=id,
            file_name=file_name,
            url=url,
        )

        invoice_attachment.additional_properties = d
        return invoice_attachment

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
