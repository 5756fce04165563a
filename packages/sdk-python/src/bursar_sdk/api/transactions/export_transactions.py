"""GET /transactions/export"""

from typing import Any
from uuid import UUID

import httpx

from ...models.export_transactions_categorized import ExportTransactionsCategorized
from ...models.mercury_category import MercuryCategory
from ...models.money_direction import MoneyDirection
from ...models.payment_method import PaymentMethod
from ...models.sort_order import SortOrder
from ...models.transaction_kind import TransactionKind
from ...models.transaction_status import TransactionStatus
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/transactions/export"
KEY: OperationKey = None


def request(
    *,
    order: SortOrder | Unset = UNSET,
    start: str | Unset = UNSET,
    end: str | Unset = UNSET,
    status: list[TransactionStatus] | Unset = UNSET,
    search: str | Unset = UNSET,
    request_id: UUID | Unset = UNSET,
    mercury_category: MercuryCategory | Unset = UNSET,
    category_id: UUID | Unset = UNSET,
    categorized: ExportTransactionsCategorized | Unset = UNSET,
    spending: MoneyDirection | Unset = UNSET,
    kind: list[TransactionKind] | Unset = UNSET,
    payment_method: list[PaymentMethod] | Unset = UNSET,
    counterparty_id: UUID | Unset = UNSET,
    amount_min: float | Unset = UNSET,
    amount_max: float | Unset = UNSET,
    account_id: list[UUID] | Unset = UNSET,
    card_id: list[str] | Unset = UNSET,
    posted_start: str | Unset = UNSET,
    posted_end: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    params["start"] = start

    params["end"] = end

    json_status: list[str] | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = []
        for status_item_data in status:
            status_item: str = status_item_data
            json_status.append(status_item)

    params["status"] = json_status

    params["search"] = search

    json_request_id: str | Unset = UNSET
    if not isinstance(request_id, Unset):
        json_request_id = str(request_id)
    params["requestId"] = json_request_id

    json_mercury_category: str | Unset = UNSET
    if not isinstance(mercury_category, Unset):
        json_mercury_category = mercury_category

    params["mercuryCategory"] = json_mercury_category

    json_category_id: str | Unset = UNSET
    if not isinstance(category_id, Unset):
        json_category_id = str(category_id)
    params["categoryId"] = json_category_id

    json_categorized: str | Unset = UNSET
    if not isinstance(categorized, Unset):
        json_categorized = categorized

    params["categorized"] = json_categorized

    json_spending: str | Unset = UNSET
    if not isinstance(spending, Unset):
        json_spending = spending

    params["spending"] = json_spending

    json_kind: list[str] | Unset = UNSET
    if not isinstance(kind, Unset):
        json_kind = []
        for kind_item_data in kind:
            kind_item: str = kind_item_data
            json_kind.append(kind_item)

    params["kind"] = json_kind

    json_payment_method: list[str] | Unset = UNSET
    if not isinstance(payment_method, Unset):
        json_payment_method = []
        for payment_method_item_data in payment_method:
            payment_method_item: str = payment_method_item_data
            json_payment_method.append(payment_method_item)

    params["paymentMethod"] = json_payment_method

    json_counterparty_id: str | Unset = UNSET
    if not isinstance(counterparty_id, Unset):
        json_counterparty_id = str(counterparty_id)
    params["counterpartyId"] = json_counterparty_id

    params["amountMin"] = amount_min

    params["amountMax"] = amount_max

    json_account_id: list[str] | Unset = UNSET
    if not isinstance(account_id, Unset):
        json_account_id = []
        for account_id_item_data in account_id:
            account_id_item = str(account_id_item_data)
            json_account_id.append(account_id_item)

    params["accountId"] = json_account_id

    json_card_id: list[str] | Unset = UNSET
    if not isinstance(card_id, Unset):
        json_card_id = card_id

    params["cardId"] = json_card_id

    params["postedStart"] = posted_start

    params["postedEnd"] = posted_end

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> str:
    return response.text
