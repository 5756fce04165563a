from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.page import Page
    from ..models.recipient_invite import RecipientInvite


T = TypeVar("T", bound="RecipientInviteList")


@_attrs_define
class RecipientInviteList:
    """
    Attributes:
        invites (list[RecipientInvite]): The invites of this page.
        page (Page): Always an object; empty if all items are on this page.
    """

    invites: list[RecipientInvite]
    page: Page
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        invites = []
        for invites_item_data in self.invites:
            invites_item = invites_item_data.to_dict()
            invites.append(invites_item)

        page = self.page.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "invites": invites,
                "page": page,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.page import Page  # noqa: PLC0415
        from ..models.recipient_invite import RecipientInvite  # noqa: PLC0415

        d = dict(src_dict)
        invites = []
        _invites = d.pop("invites")
        for invites_item_data in _invites:
            invites_item = RecipientInvite.from_dict(invites_item_data)

            invites.append(invites_item)

        page = Page.from_dict(d.pop("page"))

        recipient_invite_list = cls(
            invites=invites,
            page=page,
        )

        recipient_invite_list.additional_properties = d
        return recipient_invite_list

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
