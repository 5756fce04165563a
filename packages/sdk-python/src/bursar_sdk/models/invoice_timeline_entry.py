from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.invoice_timeline_entry_kind import InvoiceTimelineEntryKind, check_invoice_timeline_entry_kind

T = TypeVar("T", bound="InvoiceTimelineEntry")


@_attrs_define
class InvoiceTimelineEntry:
    """An entry.

    Attributes:
        at (datetime.datetime): When.
        kind (InvoiceTimelineEntryKind): What happened.
        detail (None | str): An amount, addresses, or a reason.
    """

    at: datetime.datetime
    kind: InvoiceTimelineEntryKind
    detail: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        at = self.at.isoformat()

        kind: str = self.kind

        detail: None | str
        detail = self.detail

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at": at,
                "kind": kind,
                "detail": detail,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))

        kind = check_invoice_timeline_entry_kind(d.pop("kind"))

        def _parse_detail(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        detail = _parse_detail(d.pop("detail"))

        invoice_timeline_entry = cls(
            at=at,
            kind=kind,
            detail=detail,
        )

        invoice_timeline_entry.additional_properties = d
        return invoice_timeline_entry

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
