"""GET /sandbox/reasons"""

from typing import Any

import httpx

from ...models.list_sandbox_reasons_outcome import ListSandboxReasonsOutcome
from ...models.payment_method import PaymentMethod
from ...models.sandbox_reasons import SandboxReasons
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/sandbox/reasons"
KEY: OperationKey = None


def request(
    *,
    payment_method: PaymentMethod | Unset = UNSET,
    outcome: ListSandboxReasonsOutcome | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_payment_method: str | Unset = UNSET
    if not isinstance(payment_method, Unset):
        json_payment_method = payment_method

    params["paymentMethod"] = json_payment_method

    json_outcome: str | Unset = UNSET
    if not isinstance(outcome, Unset):
        json_outcome = outcome

    params["outcome"] = json_outcome

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> SandboxReasons:
    response_200 = SandboxReasons.from_dict(response.json())

    return response_200
