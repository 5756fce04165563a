"""POST /recipients"""

from typing import Any

import httpx

from ...models.create_recipient_request import CreateRecipientRequest
from ...models.recipient import Recipient
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/recipients"
KEY: OperationKey = "header"


def request(
    *,
    body: CreateRecipientRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH,
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> Recipient:
    response_200 = Recipient.from_dict(response.json())

    return response_200
