from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.page import Page
    from ..models.recipient import Recipient


T = TypeVar("T", bound="RecipientList")


@_attrs_define
class RecipientList:
    """
    Attributes:
        recipients (list[Recipient]): The recipients of this page.
        page (Page): Always an object; empty if all items are on this page.
        total (int): Number of recipients on this page.
    """

    recipients: list[Recipient]
    page: Page
    total: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        recipients = []
        for recipients_item_data in self.recipients:
            recipients_item = recipients_item_data.to_dict()
            recipients.append(recipients_item)

        page = self.page.to_dict()

        total = self.total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "recipients": recipients,
                "page": page,
                "total": total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.page import Page  # noqa: PLC0415
        from ..models.recipient import Recipient  # noqa: PLC0415

        d = dict(src_dict)
        recipients = []
        _recipients = d.pop("recipients")
        for recipients_item_data in _recipients:
            recipients_item = Recipient.from_dict(recipients_item_data)

            recipients.append(recipients_item)

        page = Page.from_dict(d.pop("page"))

        total = d.pop("total")

        recipient_list = cls(
            recipients=recipients,
            page=page,
            total=total,
        )

        recipient_list.additional_properties = d
        return recipient_list

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
