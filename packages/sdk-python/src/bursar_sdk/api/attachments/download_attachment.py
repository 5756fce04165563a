"""GET /attachments/{link}"""

from typing import Any

import httpx

from ...requests import OperationKey, path_segment

PATH = "/attachments/{link}"
KEY: OperationKey = None


def request(
    link: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            link=path_segment(link),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> bytes:
    return response.content
