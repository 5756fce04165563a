from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.approver import Approver


T = TypeVar("T", bound="PreviewStep")


@_attrs_define
class PreviewStep:
    """
    Attributes:
        approvals (int): The number of required approvals.
        approvers (list[Approver]): Who could approve it now.
    """

    approvals: int
    approvers: list[Approver]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        approvals = self.approvals

        approvers = []
        for approvers_item_data in self.approvers:
            approvers_item = approvers_item_data.to_dict()
            approvers.append(approvers_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "approvals": approvals,
                "approvers": approvers,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.approver import Approver  # noqa: PLC0415

        d = dict(src_dict)
        approvals = d.pop("approvals")

        approvers = []
        _approvers = d.pop("approvers")
        for approvers_item_data in _approvers:
            approvers_item = Approver.from_dict(approvers_item_data)

            approvers.append(approvers_item)

        preview_step = cls(
            approvals=approvals,
            approvers=approvers,
        )

        preview_step.additional_properties = d
        return preview_step

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
