"""POST /recipients/invites"""

from typing import Any

import httpx

from ...models.create_recipient_invite_request import CreateRecipientInviteRequest
from ...models.recipient_invite import RecipientInvite
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/recipients/invites"
KEY: OperationKey = "header"


def request(
    *,
    body: CreateRecipientInviteRequest,
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


def parse(response: httpx.Response) -> RecipientInvite:
    response_201 = RecipientInvite.from_dict(response.json())

    return response_201
