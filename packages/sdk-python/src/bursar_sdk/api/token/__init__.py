"""Operations of the tag token, for both kinds of clients."""

import builtins
from typing import Any

from ...models.token_info import TokenInfo
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from . import (
    get_token,
)


class Token:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
    ) -> TokenInfo:
        """Get the current token

        Returns the scopes, allowlist, remaining limits, and organization of the token that makes the
        request. Open to every token.

        """
        return self._transport.call(
            get_token.request(),
            get_token.parse,
            key=get_token.KEY,
        )


class AsyncToken:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
    ) -> TokenInfo:
        """Get the current token"""
        return await self._transport.call(
            get_token.request(),
            get_token.parse,
            key=get_token.KEY,
        )
