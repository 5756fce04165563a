"""GET /treasury/{treasury_id}/overview"""

from typing import Any
from uuid import UUID

import httpx

from ...models.treasury_overview import TreasuryOverview
from ...requests import OperationKey, path_segment

PATH = "/treasury/{treasury_id}/overview"
KEY: OperationKey = None


def request(
    treasury_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            treasury_id=path_segment(treasury_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> TreasuryOverview:
    response_200 = TreasuryOverview.from_dict(response.json())

    return response_200
