"""DELETE /recipient/{recipient_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...requests import OperationKey, path_segment

PATH = "/recipient/{recipient_id}"
KEY: OperationKey = None


def request(
    recipient_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"DELETE {PATH}",
        "method": "DELETE",
        "url": PATH.format(
            recipient_id=path_segment(recipient_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> None:
    return None
