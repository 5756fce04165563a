"""DELETE /request-send-money/{request_id}/attachments/{attachment_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...requests import OperationKey, path_segment

PATH = "/request-send-money/{request_id}/attachments/{attachment_id}"
KEY: OperationKey = None


def request(
    request_id: UUID,
    attachment_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"DELETE {PATH}",
        "method": "DELETE",
        "url": PATH.format(
            request_id=path_segment(request_id),
            attachment_id=path_segment(attachment_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> None:
    return None
