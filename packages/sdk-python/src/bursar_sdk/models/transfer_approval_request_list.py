from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.page import Page
    from ..models.transfer_approval_request import TransferApprovalRequest


T = TypeVar("T", bound="TransferApprovalRequestList")


@_attrs_define
class TransferApprovalRequestList:
    """
    Attributes:
        requests (list[TransferApprovalRequest]): The page.
        page (Page): Always an object; empty if all items are on this page.
    """

    requests: list[TransferApprovalRequest]
    page: Page
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        requests = []
        for requests_item_data in self.requests:
            requests_item = requests_item_data.to_dict()
            requests.append(requests_item)

        page = self.page.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "requests": requests,
                "page": page,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.page import Page  # noqa: PLC0415
        from ..models.transfer_approval_request import TransferApprovalRequest  # noqa: PLC0415

        d = dict(src_dict)
        requests = []
        _requests = d.pop("requests")
        for requests_item_data in _requests:
            requests_item = TransferApprovalRequest.from_dict(requests_item_data)

            requests.append(requests_item)

        page = Page.from_dict(d.pop("page"))

        transfer_approval_request_list = cls(
            requests=requests,
            page=page,
        )

        transfer_approval_request_list.additional_properties = d
        return transfer_approval_request_list

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
