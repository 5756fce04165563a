from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ApplyCategoryRulesRequest")


@_attrs_define
class ApplyCategoryRulesRequest:
    """
    Attributes:
        since (datetime.date | Unset): Transactions created on or after this day. By default, those of the last year. A
            date in New York, YYYY-MM-DD.
        idempotency_key (None | str | Unset):
    """

    since: datetime.date | Unset = UNSET
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        since: str | Unset = UNSET
        if not isinstance(self.since, Unset):
            since = self.since.isoformat()

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if since is not UNSET:
            field_dict["since"] = since
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _since = d.pop("since", UNSET)
        since: datetime.date | Unset
        if isinstance(_since, Unset):
            since = UNSET
        else:
            since = datetime.date.fromisoformat(_since)

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        apply_category_rules_request = cls(
            since=since,
            idempotency_key=idempotency_key,
        )

        return apply_category_rules_request
