"""GET /organization"""

from typing import Any

import httpx

from ...models.organization_envelope import OrganizationEnvelope
from ...requests import OperationKey

PATH = "/organization"
KEY: OperationKey = None


def request() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
    }

    return _kwargs


def parse(response: httpx.Response) -> OrganizationEnvelope:
    response_200 = OrganizationEnvelope.from_dict(response.json())

    return response_200
