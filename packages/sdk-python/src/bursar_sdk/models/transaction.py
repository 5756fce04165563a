from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.transaction_status import TransactionStatus, check_transaction_status
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.category_data import CategoryData
    from ..models.currency_exchange_info import CurrencyExchangeInfo
    from ..models.gl_allocation import GlAllocation
    from ..models.merchant_data import MerchantData
    from ..models.related_transaction import RelatedTransaction
    from ..models.transaction_attachment import TransactionAttachment
    from ..models.transaction_details import TransactionDetails


T = TypeVar("T", bound="Transaction")


@_attrs_define
class Transaction:
    """A payment, transfer, or deposit.

    Attributes:
        id (UUID): The transaction.
        account_id (UUID): The organization's account.
        amount (float): Negative when money leaves the account. US dollars.
        status (TransactionStatus):
        kind (str): What moved the money, such as `outgoingPayment` or `internalTransfer`.
        created_at (datetime.datetime): When it was accepted.
        estimated_delivery_date (datetime.datetime): When the recipient should have the money.
        posted_at (datetime.datetime | None): When it became `sent`.
        failed_at (datetime.datetime | None): When it became `failed`, `blocked`, or `reversed`.
        reason_for_failure (None | str): The bank's code and its meaning.
        counterparty_id (UUID): The recipient, or the other account of a transfer.
        counterparty_name (str): Name at the time of the payment.
        counterparty_nickname (None | str): Nickname at the time of the payment.
        bank_description (None | str): The text on the statement.
        external_memo (None | str): What the recipient sees.
        note (None | str): Internal note; edited with PATCH.
        dashboard_link (str): Link to its page in the dashboard.
        request_id (None | str): Approval request that produced it.
        fee_id (None | str): The fee's own transaction.
        tracking_number (None | str): ACH trace number, wire IMAD/OMAD or RTP reference; null until the network gives
            one.
        check_number (None | str): Number of the check.
        attachments (list[TransactionAttachment]): Its files, and those of the approval request that produced it.
        related_transactions (list[RelatedTransaction]): A fee or return, or what it is for. A payment that was returned
            is one transaction with its return, which has its `id`, the opposite amount, and its time.
        gl_allocations (list[GlAllocation]): General ledger allocations; none are made here.
        general_ledger_code_name (None | str): Deprecated.
        category_data (CategoryData | None):
        mercury_category (None | str): Merchant type.
        compliant_with_receipt_policy (bool): Always true: there is no receipt policy.
        has_generated_receipt (bool): Always false.
        card_id (None | str): Card payments only.
        credit_account_period_id (None | str): Credit cards only.
        merchant (MerchantData | None):
        currency_exchange_info (CurrencyExchangeInfo | None):
        details (None | TransactionDetails):
        returned_at (datetime.datetime | Unset): When it was returned: a payment that became `reversed`, or a deposit or
            transfer with a return among `relatedTransactions`. Absent if it was not.
    """

    id: UUID
    account_id: UUID
    amount: float
    status: TransactionStatus
    kind: str
    created_at: datetime.datetime
    estimated_delivery_date: datetime.datetime
    posted_at: datetime.datetime | None
    failed_at: datetime.datetime | None
    reason_for_failure: None | str
    counterparty_id: UUID
    counterparty_name: str
    counterparty_nickname: None | str
    bank_description: None | str
    external_memo: None | str
    note: None | str
    dashboard_link: str
    request_id: None | str
    fee_id: None | str
    tracking_number: None | str
    check_number: None | str
    attachments: list[TransactionAttachment]
    related_transactions: list[RelatedTransaction]
    gl_allocations: list[GlAllocation]
    general_ledger_code_name: None | str
    category_data: CategoryData | None
    mercury_category: None | str
    compliant_with_receipt_policy: bool
    has_generated_receipt: bool
    card_id: None | str
    credit_account_period_id: None | str
    merchant: MerchantData | None
    currency_exchange_info: CurrencyExchangeInfo | None
    details: None | TransactionDetails
    returned_at: datetime.datetime | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.category_data import CategoryData  # noqa: PLC0415
        from ..models.currency_exchange_info import CurrencyExchangeInfo  # noqa: PLC0415
        from ..models.merchant_data import MerchantData  # noqa: PLC0415
        from ..models.transaction_details import TransactionDetails  # noqa: PLC0415

        id = str(self.id)

        account_id = str(self.account_id)

        amount = self.amount

        status: str = self.status

        kind = self.kind

        created_at = self.created_at.isoformat()

        estimated_delivery_date = self.estimated_delivery_date.isoformat()

        posted_at: None | str
        if isinstance(self.posted_at, datetime.datetime):
            posted_at = self.posted_at.isoformat()
        else:
            posted_at = self.posted_at

        failed_at: None | str
        if isinstance(self.failed_at, datetime.datetime):
            failed_at = self.failed_at.isoformat()
        else:
            failed_at = self.failed_at

        reason_for_failure: None | str
        reason_for_failure = self.reason_for_failure

        counterparty_id = str(self.counterparty_id)

        counterparty_name = self.counterparty_name

        counterparty_nickname: None | str
        counterparty_nickname = self.counterparty_nickname

        bank_description: None | str
        bank_description = self.bank_description

        external_memo: None | str
        external_memo = self.external_memo

        note: None | str
        note = self.note

        dashboard_link = self.dashboard_link

        request_id: None | str
        request_id = self.request_id

        fee_id: None | str
        fee_id = self.fee_id

        tracking_number: None | str
        tracking_number = self.tracking_number

        check_number: None | str
        check_number = self.check_number

        attachments = []
        for attachments_item_data in self.attachments:
            attachments_item = attachments_item_data.to_dict()
            attachments.append(attachments_item)

        related_transactions = []
        for related_transactions_item_data in self.related_transactions:
            related_transactions_item = related_transactions_item_data.to_dict()
            related_transactions.append(related_transactions_item)

        gl_allocations = []
        for gl_allocations_item_data in self.gl_allocations:
            gl_allocations_item = gl_allocations_item_data.to_dict()
            gl_allocations.append(gl_allocations_item)

        general_ledger_code_name: None | str
        general_ledger_code_name = self.general_ledger_code_name

        category_data: dict[str, Any] | None
        if isinstance(self.category_data, CategoryData):
            category_data = self.category_data.to_dict()
        else:
            category_data = self.category_data

        mercury_category: None | str
        mercury_category = self.mercury_category

        compliant_with_receipt_policy = self.compliant_with_receipt_policy

        has_generated_receipt = self.has_generated_receipt

        card_id: None | str
        card_id = self.card_id

        credit_account_period_id: None | str
        credit_account_period_id = self.credit_account_period_id

        merchant: dict[str, Any] | None
        if isinstance(self.merchant, MerchantData):
            merchant = self.merchant.to_dict()
        else:
            merchant = self.merchant

        currency_exchange_info: dict[str, Any] | None
        if isinstance(self.currency_exchange_info, CurrencyExchangeInfo):
            currency_exchange_info = self.currency_exchange_info.to_dict()
        else:
            currency_exchange_info = self.currency_exchange_info

        details: dict[str, Any] | None
        if isinstance(self.details, TransactionDetails):
            details = self.details.to_dict()
        else:
            details = self.details

        returned_at: str | Unset = UNSET
        if not isinstance(self.returned_at, Unset):
            returned_at = self.returned_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "amount": amount,
                "status": status,
                "kind": kind,
                "createdAt": created_at,
                "estimatedDeliveryDate": estimated_delivery_date,
                "postedAt": posted_at,
                "failedAt": failed_at,
                "reasonForFailure": reason_for_failure,
                "counterpartyId": counterparty_id,
                "counterpartyName": counterparty_name,
                "counterpartyNickname": counterparty_nickname,
                "bankDescription": bank_description,
                "externalMemo": external_memo,
                "note": note,
                "dashboardLink": dashboard_link,
                "requestId": request_id,
                "feeId": fee_id,
                "trackingNumber": tracking_number,
                "checkNumber": check_number,
                "attachments": attachments,
                "relatedTransactions": related_transactions,
                "glAllocations": gl_allocations,
                "generalLedgerCodeName": general_ledger_code_name,
                "categoryData": category_data,
                "mercuryCategory": mercury_category,
                "compliantWithReceiptPolicy": compliant_with_receipt_policy,
                "hasGeneratedReceipt": has_generated_receipt,
                "cardId": card_id,
                "creditAccountPeriodId": credit_account_period_id,
                "merchant": merchant,
                "currencyExchangeInfo": currency_exchange_info,
                "details": details,
            }
        )
        if returned_at is not UNSET:
            field_dict["returnedAt"] = returned_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.category_data import CategoryData  # noqa: PLC0415
        from ..models.currency_exchange_info import CurrencyExchangeInfo  # noqa: PLC0415
        from ..models.gl_allocation import GlAllocation  # noqa: PLC0415
        from ..models.merchant_data import MerchantData  # noqa: PLC0415
        from ..models.related_transaction import RelatedTransaction  # noqa: PLC0415
        from ..models.transaction_attachment import TransactionAttachment  # noqa: PLC0415
        from ..models.transaction_details import TransactionDetails  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        account_id = UUID(d.pop("accountId"))

        amount = d.pop("amount")

        status = check_transaction_status(d.pop("status"))

        kind = d.pop("kind")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        estimated_delivery_date = datetime.datetime.fromisoformat(d.pop("estimatedDeliveryDate"))

        def _parse_posted_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                posted_at_type_0 = datetime.datetime.fromisoformat(data)

                return posted_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        posted_at = _parse_posted_at(d.pop("postedAt"))

        def _parse_failed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                failed_at_type_0 = datetime.datetime.fromisoformat(data)

                return failed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        failed_at = _parse_failed_at(d.pop("failedAt"))

        def _parse_reason_for_failure(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason_for_failure = _parse_reason_for_failure(d.pop("reasonForFailure"))

        counterparty_id = UUID(d.pop("counterpartyId"))

        counterparty_name = d.pop("counterpartyName")

        def _parse_counterparty_nickname(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        counterparty_nickname = _parse_counterparty_nickname(d.pop("counterpartyNickname"))

        def _parse_bank_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        bank_description = _parse_bank_description(d.pop("bankDescription"))

        def _parse_external_memo(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        external_memo = _parse_external_memo(d.pop("externalMemo"))

        def _parse_note(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        note = _parse_note(d.pop("note"))

        dashboard_link = d.pop("dashboardLink")

        def _parse_request_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        request_id = _parse_request_id(d.pop("requestId"))

        def _parse_fee_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        fee_id = _parse_fee_id(d.pop("feeId"))

        def _parse_tracking_number(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        tracking_number = _parse_tracking_number(d.pop("trackingNumber"))

        def _parse_check_number(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        check_number = _parse_check_number(d.pop("checkNumber"))

        attachments = []
        _attachments = d.pop("attachments")
        for attachments_item_data in _attachments:
            attachments_item = TransactionAttachment.from_dict(attachments_item_data)

            attachments.append(attachments_item)

        related_transactions = []
        _related_transactions = d.pop("relatedTransactions")
        for related_transactions_item_data in _related_transactions:
            related_transactions_item = RelatedTransaction.from_dict(related_transactions_item_data)

            related_transactions.append(related_transactions_item)

        gl_allocations = []
        _gl_allocations = d.pop("glAllocations")
        for gl_allocations_item_data in _gl_allocations:
            gl_allocations_item = GlAllocation.from_dict(gl_allocations_item_data)

            gl_allocations.append(gl_allocations_item)

        def _parse_general_ledger_code_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        general_ledger_code_name = _parse_general_ledger_code_name(d.pop("generalLedgerCodeName"))

        def _parse_category_data(data: object) -> CategoryData | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                category_data_type_0 = CategoryData.from_dict(data)

                return category_data_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CategoryData | None, data)

        category_data = _parse_category_data(d.pop("categoryData"))

        def _parse_mercury_category(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        mercury_category = _parse_mercury_category(d.pop("mercuryCategory"))

        compliant_with_receipt_policy = d.pop("compliantWithReceiptPolicy")

        has_generated_receipt = d.pop("hasGeneratedReceipt")

        def _parse_card_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        card_id = _parse_card_id(d.pop("cardId"))

        def _parse_credit_account_period_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        credit_account_period_id = _parse_credit_account_period_id(d.pop("creditAccountPeriodId"))

        def _parse_merchant(data: object) -> MerchantData | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                merchant_type_0 = MerchantData.from_dict(data)

                return merchant_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MerchantData | None, data)

        merchant = _parse_merchant(d.pop("merchant"))

        def _parse_currency_exchange_info(data: object) -> CurrencyExchangeInfo | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                currency_exchange_info_type_0 = CurrencyExchangeInfo.from_dict(data)

                return currency_exchange_info_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CurrencyExchangeInfo | None, data)

        currency_exchange_info = _parse_currency_exchange_info(d.pop("currencyExchangeInfo"))

        def _parse_details(data: object) -> None | TransactionDetails:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                details_type_0 = TransactionDetails.from_dict(data)

                return details_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TransactionDetails, data)

        details = _parse_details(d.pop("details"))

        _returned_at = d.pop("returnedAt", UNSET)
        returned_at: datetime.datetime | Unset
        if isinstance(_returned_at, Unset):
            returned_at = UNSET
        else:
            returned_at = datetime.datetime.fromisoformat(_returned_at)

        transaction = cls(
            id=id,
            account_id=account_id,
            amount=amount,
            status=status,
            kind=kind,
            created_at=created_at,
            estimated_delivery_date=estimated_delivery_date,
            posted_at=posted_at,
            failed_at=failed_at,
            reason_for_failure=reason_for_failure,
            counterparty_id=counterparty_id,
            counterparty_name=counterparty_name,
            counterparty_nickname=counterparty_nickname,
            bank_description=bank_description,
            external_memo=external_memo,
            note=note,
            dashboard_link=dashboard_link,
            request_id=request_id,
            fee_id=fee_id,
            tracking_number=tracking_number,
            check_number=check_number,
            attachments=attachments,
            related_transactions=related_transactions,
            gl_allocations=gl_allocations,
            general_ledger_code_name=general_ledger_code_name,
            category_data=category_data,
            mercury_category=mercury_category,
            compliant_with_receipt_policy=compliant_with_receipt_policy,
            has_generated_receipt=has_generated_receipt,
            card_id=card_id,
            credit_account_period_id=credit_account_period_id,
            merchant=merchant,
            currency_exchange_info=currency_exchange_info,
            details=details,
            returned_at=returned_at,
        )

        transaction.additional_properties = d
        return transaction

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
