from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.page import Page
    from ..models.recipient_attachment_item import RecipientAttachmentItem


T = TypeVar("T", bound="RecipientAttachmentList")


@_attrs_define
class RecipientAttachmentList:
    """
    Attributes:
        attachments (list[RecipientAttachmentItem]): The files of this page.
        page (Page): Always an object; empty if all items are on this page.
        total (int): Number of files on this page.
    """

    attachments: list[RecipientAttachmentItem]
    page: Page
    total: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        attachments = []
        for attachments_item_data in self.attachments:
            attachments_item = attachments_item_data.to_dict()
            attachments.append(attachments_item)

        page = self.page.to_dict()

        total = self.total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "attachments": attachments,
                "page": page,
                "total": total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.page import Page  # noqa: PLC0415
        from ..models.recipient_attachment_item import RecipientAttachmentItem  # noqa: PLC0415

        d = dict(src_dict)
        attachments = []
        _attachments = d.pop("attachments")
        for attachments_item_data in _attachments:
            attachments_item = RecipientAttachmentItem.from_dict(attachments_item_data)

            attachments.append(attachments_item)

        page = Page.from_dict(d.pop("page"))

        total = d.pop("total")

        recipient_attachment_list = cls(
            attachments=attachments,
            page=page,
            total=total,
        )

        recipient_attachment_list.additional_properties = d
        return recipient_attachment_list

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
