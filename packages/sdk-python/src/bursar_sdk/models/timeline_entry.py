from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.timeline_entry_kind import TimelineEntryKind, check_timeline_entry_kind
from ..models.transaction_status import TransactionStatus, check_transaction_status

if TYPE_CHECKING:
    from ..models.timeline_actor import TimelineActor
    from ..models.timeline_delivery import TimelineDelivery


T = TypeVar("T", bound="TimelineEntry")


@_attrs_define
class TimelineEntry:
    """An event of a transaction.

    Attributes:
        at (datetime.datetime): When it happened.
        kind (TimelineEntryKind): The kind of event.
        text (str): What happened, as a sentence.
        detail (None | str): Details: a reason, a number, or a code and its meaning.
        by (None | TimelineActor):
        status (None | TransactionStatus): The transaction's status after the event; null = unchanged.
        before (None | str): The previous note or category.
        after (None | str): The new note or category.
        due_at (datetime.datetime | None): When a scheduled payment is sent.
        file_id (None | UUID): The bank file, for callers who may read them.
        delivery (None | TimelineDelivery):
    """

    at: datetime.datetime
    kind: TimelineEntryKind
    text: str
    detail: None | str
    by: None | TimelineActor
    status: None | TransactionStatus
    before: None | str
    after: None | str
    due_at: datetime.datetime | None
    file_id: None | UUID
    delivery: None | TimelineDelivery
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.timeline_actor import TimelineActor  # noqa: PLC0415
        from ..models.timeline_delivery import TimelineDelivery  # noqa: PLC0415

        at = self.at.isoformat()

        kind: str = self.kind

        text = self.text

        detail: None | str
        detail = self.detail

        by: dict[str, Any] | None
        if isinstance(self.by, TimelineActor):
            by = self.by.to_dict()
        else:
            by = self.by

        status: None | str
        if isinstance(self.status, str):
            status = self.status
        else:
            status = self.status

        before: None | str
        before = self.before

        after: None | str
        after = self.after

        due_at: None | str
        if isinstance(self.due_at, datetime.datetime):
            due_at = self.due_at.isoformat()
        else:
            due_at = self.due_at

        file_id: None | str
        if isinstance(self.file_id, UUID):
            file_id = str(self.file_id)
        else:
            file_id = self.file_id

        delivery: dict[str, Any] | None
        if isinstance(self.delivery, TimelineDelivery):
            delivery = self.delivery.to_dict()
        else:
            delivery = self.delivery

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at": at,
                "kind": kind,
                "text": text,
                "detail": detail,
                "by": by,
                "status": status,
                "before": before,
                "after": after,
                "dueAt": due_at,
                "fileId": file_id,
                "delivery": delivery,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.timeline_actor import TimelineActor  # noqa: PLC0415
        from ..models.timeline_delivery import TimelineDelivery  # noqa: PLC0415

        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))

        kind = check_timeline_entry_kind(d.pop("kind"))

        text = d.pop("text")

        def _parse_detail(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        detail = _parse_detail(d.pop("detail"))

        def _parse_by(data: object) -> None | TimelineActor:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                by_type_0 = TimelineActor.from_dict(data)

                return by_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TimelineActor, data)

        by = _parse_by(d.pop("by"))

        def _parse_status(data: object) -> None | TransactionStatus:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                status_type_0 = check_transaction_status(data)

                return status_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TransactionStatus, data)

        status = _parse_status(d.pop("status"))

        def _parse_before(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        before = _parse_before(d.pop("before"))

        def _parse_after(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        after = _parse_after(d.pop("after"))

        def _parse_due_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                due_at_type_0 = datetime.datetime.fromisoformat(data)

                return due_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        due_at = _parse_due_at(d.pop("dueAt"))

        def _parse_file_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                file_id_type_0 = UUID(data)

                return file_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        file_id = _parse_file_id(d.pop("fileId"))

        def _parse_delivery(data: object) -> None | TimelineDelivery:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                delivery_type_0 = TimelineDelivery.from_dict(data)

                return delivery_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TimelineDelivery, data)

        delivery = _parse_delivery(d.pop("delivery"))

        timeline_entry = cls(
            at=at,
            kind=kind,
            text=text,
            detail=detail,
            by=by,
            status=status,
            before=before,
            after=after,
            due_at=due_at,
            file_id=file_id,
            delivery=delivery,
        )

        timeline_entry.additional_properties = d
        return timeline_entry

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
