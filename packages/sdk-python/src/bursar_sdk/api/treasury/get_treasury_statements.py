"""GET /treasury/{treasury_id}/statements"""

from typing import Any
from uuid import UUID

import httpx

from ...models.sort_order import SortOrder
from ...models.treasury_document_type import TreasuryDocumentType
from ...models.treasury_statement_list import TreasuryStatementList
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/treasury/{treasury_id}/statements"
KEY: OperationKey = None


def request(
    treasury_id: UUID,
    *,
    limit: int | Unset = UNSET,
    order: SortOrder | Unset = UNSET,
    start_after: UUID | Unset = UNSET,
    end_before: UUID | Unset = UNSET,
    document_type: TreasuryDocumentType | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["limit"] = limit

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    json_start_after: str | Unset = UNSET
    if not isinstance(start_after, Unset):
        json_start_after = str(start_after)
    params["start_after"] = json_start_after

    json_end_before: str | Unset = UNSET
    if not isinstance(end_before, Unset):
        json_end_before = str(end_before)
    params["end_before"] = json_end_before

    json_document_type: str | Unset = UNSET
    if not isinstance(document_type, Unset):
        json_document_type = document_type

    params["documentType"] = json_document_type

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            treasury_id=path_segment(treasury_id),
        ),
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> TreasuryStatementList:
    response_200 = TreasuryStatementList.from_dict(response.json())

    return response_200
