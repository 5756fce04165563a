from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.treasury_document_type import TreasuryDocumentType, check_treasury_document_type

T = TypeVar("T", bound="TreasuryStatement")


@_attrs_define
class TreasuryStatement:
    """A statement, trade confirmation, or tax form of a treasury account.

    Attributes:
        id (UUID): The statement.
        account_id (UUID): The treasury account.
        document_type (TreasuryDocumentType):
        description (str): What it is, in words.
        period_start (datetime.date): The first day that it covers. A date in New York, YYYY-MM-DD.
        period_end (datetime.date): The last day that it covers. A date in New York, YYYY-MM-DD.
        creation_date (datetime.datetime): When it was issued.
        created_at (datetime.datetime): When it was issued.
        updated_at (datetime.datetime): When it was issued: statements do not change.
        download_url (str): The PDF, with the same authentication.
    """

    id: UUID
    account_id: UUID
    document_type: TreasuryDocumentType
    description: str
    period_start: datetime.date
    period_end: datetime.date
    creation_date: datetime.datetime
    created_at: datetime.datetime
    updated_at: datetime.datetime
    download_url: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        account_id = str(self.account_id)

        document_type: str = self.document_type

        description = self.description

        period_start = self.period_start.isoformat()

        period_end = self.period_end.isoformat()

        creation_date = self.creation_date.isoformat()

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        download_url = self.download_url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "documentType": document_type,
                "description": description,
                "periodStart": period_start,
                "periodEnd": period_end,
                "creationDate": creation_date,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "downloadUrl": download_url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        account_id = UUID(d.pop("accountId"))

        document_type = check_treasury_document_type(d.pop("documentType"))

        description = d.pop("description")

        period_start = datetime.date.fromisoformat(d.pop("periodStart"))

        period_end = datetime.date.fromisoformat(d.pop("periodEnd"))

        creation_date = datetime.datetime.fromisoformat(d.pop("creationDate"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        download_url = d.pop("downloadUrl")

        treasury_statement = cls(
            id=id,
            account_id=account_id,
            document_type=document_type,
            description=description,
            period_start=period_start,
            period_end=period_end,
            creation_date=creation_date,
            created_at=created_at,
            updated_at=updated_at,
            download_url=download_url,
        )

        treasury_statement.additional_properties = d
        return treasury_statement

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
