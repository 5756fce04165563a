"""GET /payable-invoices/{slug}/pdf"""

from typing import Any

import httpx

from ...requests import OperationKey, path_segment

PATH = "/payable-invoices/{slug}/pdf"
KEY: OperationKey = None


def request(
    slug: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            slug=path_segment(slug),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> bytes:
    return response.content
