from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="CreateStatementRequest")


@_attrs_define
class CreateStatementRequest:
    """
    Attributes:
        starts_on (datetime.date): The first day. A date in New York, YYYY-MM-DD.
        ends_on (datetime.date): The last day, which is included and must be over. A date in New York, YYYY-MM-DD.
        idempotency_key (None | str | Unset):
    """

    starts_on: datetime.date
    ends_on: datetime.date
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        starts_on = self.starts_on.isoformat()

        ends_on = self.ends_on.isoformat()

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "startsOn": starts_on,
                "endsOn": ends_on,
            }
        )
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        starts_on = datetime.date.fromisoformat(d.pop("startsOn"))

        ends_on = datetime.date.fromisoformat(d.pop("endsOn"))

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        create_statement_request = cls(
            starts_on=starts_on,
            ends_on=ends_on,
            idempotency_key=idempotency_key,
        )

        return create_statement_request
