"""GET /ar/payments/{transaction_id}/suggestions"""

from typing import Any
from uuid import UUID

import httpx

from ...models.match_suggestion_list import MatchSuggestionList
from ...requests import OperationKey, path_segment

PATH = "/ar/payments/{transaction_id}/suggestions"
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


def parse(response: httpx.Response) -> MatchSuggestionList:
    response_200 = MatchSuggestionList.from_dict(response.json())

    return response_200
