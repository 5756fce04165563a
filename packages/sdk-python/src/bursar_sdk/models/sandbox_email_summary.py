from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.email_kind import EmailKind, check_email_kind
from ..models.sandbox_email_status import SandboxEmailStatus, check_sandbox_email_status

T = TypeVar("T", bound="SandboxEmailSummary")


@_attrs_define
class SandboxEmailSummary:
    """
    Attributes:
        id (UUID): The email's id.
        kind (EmailKind): Its subject matter.
        to (str): The recipient's address.
        subject (str): Its subject.
        status (SandboxEmailStatus): `waiting`: sent as soon as the mail server accepts it. `sent`: the mail server
            accepted it, or it was written to a file. `givenUp`: the mail server refused it permanently or for too long.
        created_at (datetime.datetime): When it was written.
    """

    id: UUID
    kind: EmailKind
    to: str
    subject: str
    status: SandboxEmailStatus
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        kind: str = self.kind

        to = self.to

        subject = self.subject

        status: str = self.status

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "kind": kind,
                "to": to,
                "subject": subject,
                "status": status,
                "createdAt": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        kind = check_email_kind(d.pop("kind"))

        to = d.pop("to")

        subject = d.pop("subject")

        status = check_sandbox_email_status(d.pop("status"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        sandbox_email_summary = cls(
            id=id,
            kind=kind,
            to=to,
            subject=subject,
            status=status,
            created_at=created_at,
        )

        sandbox_email_summary.additional_properties = d
        return sandbox_email_summary

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
