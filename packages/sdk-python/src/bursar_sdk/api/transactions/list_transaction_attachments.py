"""GET /transaction/{transaction_id}/attachments"""

from typing import Any
from uuid import UUID

import httpx

from ...models.attachment_list import AttachmentList
from ...requests import OperationKey, path_segment

PATH = "/transaction/{transaction_id}/attachments"
KEY: OperationKey = None


def request(
    transaction_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            transaction_id=path_segment(transaction_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> AttachmentList:
    response_200 = AttachmentList.from_dict(response.json())

    return response_200
