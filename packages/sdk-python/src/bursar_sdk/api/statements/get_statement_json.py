"""GET /statements/{statement_id}/json"""

from typing import Any
from uuid import UUID

import httpx

from ...models.statement_document import StatementDocument
from ...requests import OperationKey, path_segment

PATH = "/statements/{statement_id}/json"
KEY: OperationKey = None


def request(
    statement_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            statement_id=path_segment(statement_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> StatementDocument:
    response_200 = StatementDocument.from_dict(response.json())

    return response_200
