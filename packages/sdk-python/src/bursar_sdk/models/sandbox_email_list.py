from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.page import Page
    from ..models.sandbox_email_summary import SandboxEmailSummary


T = TypeVar("T", bound="SandboxEmailList")


@_attrs_define
class SandboxEmailList:
    """
    Attributes:
        emails (list[SandboxEmailSummary]): The page.
        page (Page): Always an object; empty if all items are on this page.
    """

    emails: list[SandboxEmailSummary]
    page: Page
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        emails = []
        for emails_item_data in self.emails:
            emails_item = emails_item_data.to_dict()
            emails.append(emails_item)

        page = self.page.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "emails": emails,
                "page": page,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.page import Page  # noqa: PLC0415
        from ..models.sandbox_email_summary import SandboxEmailSummary  # noqa: PLC0415

        d = dict(src_dict)
        emails = []
        _emails = d.pop("emails")
        for emails_item_data in _emails:
            emails_item = SandboxEmailSummary.from_dict(emails_item_data)

            emails.append(emails_item)

        page = Page.from_dict(d.pop("page"))

        sandbox_email_list = cls(
            emails=emails,
            page=page,
        )

        sandbox_email_list.additional_properties = d
        return sandbox_email_list

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
