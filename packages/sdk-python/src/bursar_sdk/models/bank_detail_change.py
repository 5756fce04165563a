from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.bank_detail_change_allowed_actions_item import (
    BankDetailChangeAllowedActionsItem,
    check_bank_detail_change_allowed_actions_item,
)
from ..models.bank_detail_change_kind import BankDetailChangeKind, check_bank_detail_change_kind
from ..models.bank_detail_change_status import BankDetailChangeStatus, check_bank_detail_change_status
from ..models.payment_method import PaymentMethod, check_payment_method

if TYPE_CHECKING:
    from ..models.bank_detail_change_author import BankDetailChangeAuthor
    from ..models.masked_bank_details import MaskedBankDetails


T = TypeVar("T", bound="BankDetailChange")


@_attrs_define
class BankDetailChange:
    """A change of a recipient's bank details or name.

    Attributes:
        change_id (UUID): The change.
        kind (BankDetailChangeKind): What changed: the bank details of a method, or the name on payments.
        payment_method (None | PaymentMethod): The method whose details changed; null for a name.
        before_name (None | str): The name before; null for details.
        after_name (None | str): The new name; null for details.
        status (BankDetailChangeStatus): `applied`: took effect at once. `proposed`: waits for a second person.
            `confirmed`: a second person confirmed it, and it took effect. `declined`: a second person declined it.
            `overtaken`: a newer change replaced it.
        before (MaskedBankDetails | None):
        after (MaskedBankDetails | None):
        changed_by (BankDetailChangeAuthor): The author of the change.
        changed_at (datetime.datetime): When it was made or proposed.
        decided_by (BankDetailChangeAuthor | None):
        decided_at (datetime.datetime | None): When it was confirmed, declined or overtaken.
        allowed_actions (list[BankDetailChangeAllowedActionsItem]): What the person who asks may do about it.
    """

    change_id: UUID
    kind: BankDetailChangeKind
    payment_method: None | PaymentMethod
    before_name: None | str
    after_name: None | str
    status: BankDetailChangeStatus
    before: MaskedBankDetails | None
    after: MaskedBankDetails | None
    changed_by: BankDetailChangeAuthor
    changed_at: datetime.datetime
    decided_by: BankDetailChangeAuthor | None
    decided_at: datetime.datetime | None
    allowed_actions: list[BankDetailChangeAllowedActionsItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.bank_detail_change_author import BankDetailChangeAuthor  # noqa: PLC0415
        from ..models.masked_bank_details import MaskedBankDetails  # noqa: PLC0415

        change_id = str(self.change_id)

        kind: str = self.kind

        payment_method: None | str
        if isinstance(self.payment_method, str):
            payment_method = self.payment_method
        else:
            payment_method = self.payment_method

        before_name: None | str
        before_name = self.before_name

        after_name: None | str
        after_name = self.after_name

        status: str = self.status

        before: dict[str, Any] | None
        if isinstance(self.before, MaskedBankDetails):
            before = self.before.to_dict()
        else:
            before = self.before

        after: dict[str, Any] | None
        if isinstance(self.after, MaskedBankDetails):
            after = self.after.to_dict()
        else:
            after = self.after

        changed_by = self.changed_by.to_dict()

        changed_at = self.changed_at.isoformat()

        decided_by: dict[str, Any] | None
        if isinstance(self.decided_by, BankDetailChangeAuthor):
            decided_by = self.decided_by.to_dict()
        else:
            decided_by = self.decided_by

        decided_at: None | str
        if isinstance(self.decided_at, datetime.datetime):
            decided_at = self.decided_at.isoformat()
        else:
            decided_at = self.decided_at

        allowed_actions = []
        for allowed_actions_item_data in self.allowed_actions:
            allowed_actions_item: str = allowed_actions_item_data
            allowed_actions.append(allowed_actions_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "changeId": change_id,
                "kind": kind,
                "paymentMethod": payment_method,
                "beforeName": before_name,
                "afterName": after_name,
                "status": status,
                "before": before,
                "after": after,
                "changedBy": changed_by,
                "changedAt": changed_at,
                "decidedBy": decided_by,
                "decidedAt": decided_at,
                "allowedActions": allowed_actions,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bank_detail_change_author import BankDetailChangeAuthor  # noqa: PLC0415
        from ..models.masked_bank_details import MaskedBankDetails  # noqa: PLC0415

        d = dict(src_dict)
        change_id = UUID(d.pop("changeId"))

        kind = check_bank_detail_change_kind(d.pop("kind"))

        def _parse_payment_method(data: object) -> None | PaymentMethod:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                payment_method_type_0 = check_payment_method(data)

                return payment_method_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PaymentMethod, data)

        payment_method = _parse_payment_method(d.pop("paymentMethod"))

        def _parse_before_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        before_name = _parse_before_name(d.pop("beforeName"))

        def _parse_after_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        after_name = _parse_after_name(d.pop("afterName"))

        status = check_bank_detail_change_status(d.pop("status"))

        def _parse_before(data: object) -> MaskedBankDetails | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                before_type_0 = MaskedBankDetails.from_dict(data)

                return before_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MaskedBankDetails | None, data)

        before = _parse_before(d.pop("before"))

        def _parse_after(data: object) -> MaskedBankDetails | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                after_type_0 = MaskedBankDetails.from_dict(data)

                return after_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MaskedBankDetails | None, data)

        after = _parse_after(d.pop("after"))

        changed_by = BankDetailChangeAuthor.from_dict(d.pop("changedBy"))

        changed_at = datetime.datetime.fromisoformat(d.pop("changedAt"))

        def _parse_decided_by(data: object) -> BankDetailChangeAuthor | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                decided_by_type_0 = BankDetailChangeAuthor.from_dict(data)

                return decided_by_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BankDetailChangeAuthor | None, data)

        decided_by = _parse_decided_by(d.pop("decidedBy"))

        def _parse_decided_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                decided_at_type_0 = datetime.datetime.fromisoformat(data)

                return decided_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        decided_at = _parse_decided_at(d.pop("decidedAt"))

        allowed_actions = []
        _allowed_actions = d.pop("allowedActions")
        for allowed_actions_item_data in _allowed_actions:
            allowed_actions_item = check_bank_detail_change_allowed_actions_item(allowed_actions_item_data)

            allowed_actions.append(allowed_actions_item)

        bank_detail_change = cls(
            change_id=change_id,
            kind=kind,
            payment_method=payment_method,
            before_name=before_name,
            after_name=after_name,
            status=status,
            before=before,
            after=after,
            changed_by=changed_by,
            changed_at=changed_at,
            decided_by=decided_by,
            decided_at=decided_at,
            allowed_actions=allowed_actions,
        )

        bank_detail_change.additional_properties = d
        return bank_detail_change

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
