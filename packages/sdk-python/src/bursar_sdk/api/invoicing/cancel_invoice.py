"""POST /ar/invoices/{invoice_id}/cancel"""

from typing import Any, cast
from uuid import UUID

import httpx

from ...models.idempotency_key_request import IdempotencyKeyRequest
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/ar/invoices/{invoice_id}/cancel"
KEY: OperationKey = "header"


def request(
    invoice_id: UUID,
    *,
    body: IdempotencyKeyRequest | None | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            invoice_id=path_segment(invoice_id),
        ),
    }

    if isinstance(body, IdempotencyKeyRequest):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> None:
    return cast(None, response.json())
