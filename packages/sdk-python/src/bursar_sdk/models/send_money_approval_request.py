from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.approval_request_status import ApprovalRequestStatus, check_approval_request_status
from ..models.payment_method import PaymentMethod, check_payment_method
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.approval_review import ApprovalReview
    from ..models.payment_ach_fields import PaymentAchFields


T = TypeVar("T", bound="SendMoneyApprovalRequest")


@_attrs_define
class SendMoneyApprovalRequest:
    """A payment request and its approvals.

    Attributes:
        request_id (str): The request. The transaction it becomes carries it as `requestId`.
        amount (float): How much; positive. US dollars.
        status (ApprovalRequestStatus): `pendingApproval`: waits for approvals, or could not be paid (`problem` says
            why). `approved`: approved and paid. `rejected`: a person rejected it. `cancelled`: its requester or an
            administrator withdrew it. `approved` includes requests with a `scheduledSendDate` to come: they have no
            `transactionId` yet.
        requested_by_user_id (UUID): The requester: the signed-in user, or the creator of the token. For a token created
            by the operator on the command line, the token's id.
        created_at (datetime.datetime): When it was requested.
        reviews (list[ApprovalReview]): Decisions, oldest first. Approvals that no longer count are omitted.
        memo (None | str): What the recipient sees.
        number_of_approvers_required (int): The total number of required approvals.
        requester_may_approve (bool): Whether the requester may be one of them.
        version (int): Increases when the terms of the approval change; a decision names the version it is about.
        problem (None | str): Why the last attempt to pay it failed; null otherwise.
        transaction_id (None | UUID): The resulting transaction; the debit of a transfer. Null until then.
        dashboard_link (str): Its page in the dashboard, where users decide.
        account_id (UUID): The source account.
        recipient_id (UUID): The recipient.
        payment_method (PaymentMethod):
        scheduled_send_date (datetime.date | None): The payment date; null = as soon as it is approved. A date in New
            York, YYYY-MM-DD.
        ach_fields (PaymentAchFields | Unset): ACH only: what the file says about this payment, instead of what its
            recipient or the bank connection says, and when it settles.
    """

    request_id: str
    amount: float
    status: ApprovalRequestStatus
    requested_by_user_id: UUID
    created_at: datetime.datetime
    reviews: list[ApprovalReview]
    memo: None | str
    number_of_approvers_required: int
    requester_may_approve: bool
    version: int
    problem: None | str
    transaction_id: None | UUID
    dashboard_link: str
    account_id: UUID
    recipient_id: UUID
    payment_method: PaymentMethod
    scheduled_send_date: datetime.date | None
    ach_fields: PaymentAchFields | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        request_id = self.request_id

        amount = self.amount

        status: str = self.status

        requested_by_user_id = str(self.requested_by_user_id)

        created_at = self.created_at.isoformat()

        reviews = []
        for reviews_item_data in self.reviews:
            reviews_item = reviews_item_data.to_dict()
            reviews.append(reviews_item)

        memo: None | str
        memo = self.memo

        number_of_approvers_required = self.number_of_approvers_required

        requester_may_approve = self.requester_may_approve

        version = self.version

        problem: None | str
        problem = self.problem

        transaction_id: None | str
        if isinstance(self.transaction_id, UUID):
            transaction_id = str(self.transaction_id)
        else:
            transaction_id = self.transaction_id

        dashboard_link = self.dashboard_link

        account_id = str(self.account_id)

        recipient_id = str(self.recipient_id)

        payment_method: str = self.payment_method

        scheduled_send_date: None | str
        if isinstance(self.scheduled_send_date, datetime.date):
            scheduled_send_date = self.scheduled_send_date.isoformat()
        else:
            scheduled_send_date = self.scheduled_send_date

        ach_fields: dict[str, Any] | Unset = UNSET
        if not isinstance(self.ach_fields, Unset):
            ach_fields = self.ach_fields.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "requestId": request_id,
                "amount": amount,
                "status": status,
                "requestedByUserId": requested_by_user_id,
                "createdAt": created_at,
                "reviews": reviews,
                "memo": memo,
                "numberOfApproversRequired": number_of_approvers_required,
                "requesterMayApprove": requester_may_approve,
                "version": version,
                "problem": problem,
                "transactionId": transaction_id,
                "dashboardLink": dashboard_link,
                "accountId": account_id,
                "recipientId": recipient_id,
                "paymentMethod": payment_method,
                "scheduledSendDate": scheduled_send_date,
            }
        )
        if ach_fields is not UNSET:
            field_dict["achFields"] = ach_fields

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.approval_review import ApprovalReview  # noqa: PLC0415
        from ..models.payment_ach_fields import PaymentAchFields  # noqa: PLC0415

        d = dict(src_dict)
        request_id = d.pop("requestId")

        amount = d.pop("amount")

        status = check_approval_request_status(d.pop("status"))

        requested_by_user_id = UUID(d.pop("requestedByUserId"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        reviews = []
        _reviews = d.pop("reviews")
        for reviews_item_data in _reviews:
            reviews_item = ApprovalReview.from_dict(reviews_item_data)

            reviews.append(reviews_item)

        def _parse_memo(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        memo = _parse_memo(d.pop("memo"))

        number_of_approvers_required = d.pop("numberOfApproversRequired")

        requester_may_approve = d.pop("requesterMayApprove")

        version = d.pop("version")

        def _parse_problem(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        problem = _parse_problem(d.pop("problem"))

        def _parse_transaction_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                transaction_id_type_0 = UUID(data)

                return transaction_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        transaction_id = _parse_transaction_id(d.pop("transactionId"))

        dashboard_link = d.pop("dashboardLink")

        account_id = UUID(d.pop("accountId"))

        recipient_id = UUID(d.pop("recipientId"))

        payment_method = check_payment_method(d.pop("paymentMethod"))

        def _parse_scheduled_send_date(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                scheduled_send_date_type_0 = datetime.date.fromisoformat(data)

                return scheduled_send_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        scheduled_send_date = _parse_scheduled_send_date(d.pop("scheduledSendDate"))

        _ach_fields = d.pop("achFields", UNSET)
        ach_fields: PaymentAchFields | Unset
        if isinstance(_ach_fields, Unset):
            ach_fields = UNSET
        else:
            ach_fields = PaymentAchFields.from_dict(_ach_fields)

        send_money_approval_request = cls(
            request_id=request_id,
            amount=amount,
            status=status,
            requested_by_user_id=requested_by_user_id,
            created_at=created_at,
            reviews=reviews,
            memo=memo,
            number_of_approvers_required=number_of_approvers_required,
            requester_may_approve=requester_may_approve,
            version=version,
            problem=problem,
            transaction_id=transaction_id,
            dashboard_link=dashboard_link,
            account_id=account_id,
            recipient_id=recipient_id,
            payment_method=payment_method,
            scheduled_send_date=scheduled_send_date,
            ach_fields=ach_fields,
        )

        send_money_approval_request.additional_properties = d
        return send_money_approval_request

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
