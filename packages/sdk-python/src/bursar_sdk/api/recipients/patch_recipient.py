"""PATCH /recipient/{recipient_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.recipient import Recipient
from ...models.update_recipient_request import UpdateRecipientRequest
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/recipient/{recipient_id}"
KEY: OperationKey = "header"


def request(
    recipient_id: UUID,
    *,
    body: UpdateRecipientRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"PATCH {PATH}",
        "method": "PATCH",
        "url": PATH.format(
            recipient_id=path_segment(recipient_id),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> Recipient:
    response_200 = Recipient.from_dict(response.json())

    return response_200
