"""POST /account/{account_id}/statements"""

from typing import Any
from uuid import UUID

import httpx

from ...models.create_statement_request import CreateStatementRequest
from ...models.statement_summary import StatementSummary
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/account/{account_id}/statements"
KEY: OperationKey = "header"


def request(
    account_id: UUID,
    *,
    body: CreateStatementRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            account_id=path_segment(account_id),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> StatementSummary:
    response_201 = StatementSummary.from_dict(response.json())

    return response_201
