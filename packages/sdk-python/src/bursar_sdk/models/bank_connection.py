from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.bank_connection_kind import BankConnectionKind, check_bank_connection_kind
from ..models.bank_connection_state import BankConnectionState, check_bank_connection_state
from ..models.bank_rail import BankRail, check_bank_rail

if TYPE_CHECKING:
    from ..models.bank_connection_first_days import BankConnectionFirstDays


T = TypeVar("T", bound="BankConnection")


@_attrs_define
class BankConnection:
    """
    Attributes:
        id (UUID): The connection.
        name (str): Its name.
        rail (BankRail):
        kind (BankConnectionKind): How files reach the bank.
        state (BankConnectionState): `draft`: is being set up and carries no payments. `rehearsal`: files are written,
            validated, and shown, but not sent. `live`: files are sent to the bank.
        account_ids (list[UUID]): The accounts whose payments it carries.
        place (str): Where files go: a folder, or a user, host, and port.
        first_days (BankConnectionFirstDays | None):
        tested_at (datetime.datetime | None): When its current settings passed a test.
        live_at (datetime.datetime | None): When it went live.
        created_at (datetime.datetime): When it was added.
    """

    id: UUID
    name: str
    rail: BankRail
    kind: BankConnectionKind
    state: BankConnectionState
    account_ids: list[UUID]
    place: str
    first_days: BankConnectionFirstDays | None
    tested_at: datetime.datetime | None
    live_at: datetime.datetime | None
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.bank_connection_first_days import BankConnectionFirstDays  # noqa: PLC0415

        id = str(self.id)

        name = self.name

        rail: str = self.rail

        kind: str = self.kind

        state: str = self.state

        account_ids = []
        for account_ids_item_data in self.account_ids:
            account_ids_item = str(account_ids_item_data)
            account_ids.append(account_ids_item)

        place = self.place

        first_days: dict[str, Any] | None
        if isinstance(self.first_days, BankConnectionFirstDays):
            first_days = self.first_days.to_dict()
        else:
            first_days = self.first_days

        tested_at: None | str
        if isinstance(self.tested_at, datetime.datetime):
            tested_at = self.tested_at.isoformat()
        else:
            tested_at = self.tested_at

        live_at: None | str
        if isinstance(self.live_at, datetime.datetime):
            live_at = self.live_at.isoformat()
        else:
            live_at = self.live_at

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "rail": rail,
                "kind": kind,
                "state": state,
                "accountIds": account_ids,
                "place": place,
                "firstDays": first_days,
                "testedAt": tested_at,
                "liveAt": live_at,
                "createdAt": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bank_connection_first_days import BankConnectionFirstDays  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        name = d.pop("name")

        rail = check_bank_rail(d.pop("rail"))

        kind = check_bank_connection_kind(d.pop("kind"))

        state = check_bank_connection_state(d.pop("state"))

        account_ids = []
        _account_ids = d.pop("accountIds")
        for account_ids_item_data in _account_ids:
            account_ids_item = UUID(account_ids_item_data)

            account_ids.append(account_ids_item)

        place = d.pop("place")

        def _parse_first_days(data: object) -> BankConnectionFirstDays | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                first_days_type_0 = BankConnectionFirstDays.from_dict(data)

                return first_days_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BankConnectionFirstDays | None, data)

        first_days = _parse_first_days(d.pop("firstDays"))

        def _parse_tested_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                tested_at_type_0 = datetime.datetime.fromisoformat(data)

                return tested_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        tested_at = _parse_tested_at(d.pop("testedAt"))

        def _parse_live_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                live_at_type_0 = datetime.datetime.fromisoformat(data)

                return live_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        live_at = _parse_live_at(d.pop("liveAt"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        bank_connection = cls(
            id=id,
            name=name,
            rail=rail,
            kind=kind,
            state=state,
            account_ids=account_ids,
            place=place,
            first_days=first_days,
            tested_at=tested_at,
            live_at=live_at,
            created_at=created_at,
        )

        bank_connection.additional_properties = d
        return bank_connection

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
