"""POST /recipients/invites/{invite_id}/resend"""

from typing import Any

import httpx

from ...models.idempotency_key_request import IdempotencyKeyRequest
from ...models.recipient_invite import RecipientInvite
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/recipients/invites/{invite_id}/resend"
KEY: OperationKey = "header"


def request(
    invite_id: str,
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
            invite_id=path_segment(invite_id),
        ),
    }

    if isinstance(body, IdempotencyKeyRequest):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> RecipientInvite:
    response_200 = RecipientInvite.from_dict(response.json())

    return response_200
