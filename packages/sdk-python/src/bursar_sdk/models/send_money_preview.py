from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.preview_rule import PreviewRule
    from ..models.preview_step import PreviewStep
    from ..models.preview_warning import PreviewWarning


T = TypeVar("T", bound="SendMoneyPreview")


@_attrs_define
class SendMoneyPreview:
    """What would happen to a payment if it were requested now.

    Attributes:
        preview (bool): True: nothing was requested.
        rule (PreviewRule): The approval rule that applies to the payment as a request.
        number_of_approvers_required (int): The total number of required approvals; 0 for a direct send, unless the rule
            applies to direct send: then as many as for a request.
        requester_may_approve (bool): Whether the requester may be one of them.
        steps (list[PreviewStep]): In sequence.
        leaves_at (datetime.datetime): When it would be sent to the bank, if approved now (or by its date).
        estimated_delivery_date (datetime.datetime): When it would then arrive.
        fee (float): The fee in addition to the amount, charged as a separate transaction. US dollars.
        available_balance (float): The account's available balance now. US dollars.
        balance_after (float | None): The balance after payment; null if it does not cover the payment and its fee. US
            dollars.
        warnings (list[PreviewWarning]): What to review first. Warnings do not prevent a request. A warning with the
            code of a refusal means that the payment would be rejected with that code if it were sent, or approved, now;
            those come first, in the order of the checks.
    """

    preview: bool
    rule: PreviewRule
    number_of_approvers_required: int
    requester_may_approve: bool
    steps: list[PreviewStep]
    leaves_at: datetime.datetime
    estimated_delivery_date: datetime.datetime
    fee: float
    available_balance: float
    balance_after: float | None
    warnings: list[PreviewWarning]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        preview = self.preview

        rule = self.rule.to_dict()

        number_of_approvers_required = self.number_of_approvers_required

        requester_may_approve = self.requester_may_approve

        steps = []
        for steps_item_data in self.steps:
            steps_item = steps_item_data.to_dict()
            steps.append(steps_item)

        leaves_at = self.leaves_at.isoformat()

        estimated_delivery_date = self.estimated_delivery_date.isoformat()

        fee = self.fee

        available_balance = self.available_balance

        balance_after: float | None
        balance_after = self.balance_after

        warnings = []
        for warnings_item_data in self.warnings:
            warnings_item = warnings_item_data.to_dict()
            warnings.append(warnings_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "preview": preview,
                "rule": rule,
                "numberOfApproversRequired": number_of_approvers_required,
                "requesterMayApprove": requester_may_approve,
                "steps": steps,
                "leavesAt": leaves_at,
                "estimatedDeliveryDate": estimated_delivery_date,
                "fee": fee,
                "availableBalance": available_balance,
                "balanceAfter": balance_after,
                "warnings": warnings,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.preview_rule import PreviewRule  # noqa: PLC0415
        from ..models.preview_step import PreviewStep  # noqa: PLC0415
        from ..models.preview_warning import PreviewWarning  # noqa: PLC0415

        d = dict(src_dict)
        preview = d.pop("preview")

        rule = PreviewRule.from_dict(d.pop("rule"))

        number_of_approvers_required = d.pop("numberOfApproversRequired")

        requester_may_approve = d.pop("requesterMayApprove")

        steps = []
        _steps = d.pop("steps")
        for steps_item_data in _steps:
            steps_item = PreviewStep.from_dict(steps_item_data)

            steps.append(steps_item)

        leaves_at = datetime.datetime.fromisoformat(d.pop("leavesAt"))

        estimated_delivery_date = datetime.datetime.fromisoformat(d.pop("estimatedDeliveryDate"))

        fee = d.pop("fee")

        available_balance = d.pop("availableBalance")

        def _parse_balance_after(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        balance_after = _parse_balance_after(d.pop("balanceAfter"))

        warnings = []
        _warnings = d.pop("warnings")
        for warnings_item_data in _warnings:
            warnings_item = PreviewWarning.from_dict(warnings_item_data)

            warnings.append(warnings_item)

        send_money_preview = cls(
            preview=preview,
            rule=rule,
            number_of_approvers_required=number_of_approvers_required,
            requester_may_approve=requester_may_approve,
            steps=steps,
            leaves_at=leaves_at,
            estimated_delivery_date=estimated_delivery_date,
            fee=fee,
            available_balance=available_balance,
            balance_after=balance_after,
            warnings=warnings,
        )

        send_money_preview.additional_properties = d
        return send_money_preview

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
