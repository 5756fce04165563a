"""Operations of the tag organization, for both kinds of clients."""

import builtins
from typing import Any

from ...models.organization_envelope import OrganizationEnvelope
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from . import (
    get_organization,
)


class Organization:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
    ) -> OrganizationEnvelope:
        """Get the organization

        The organization that the token belongs to.

        """
        return self._transport.call(
            get_organization.request(),
            get_organization.parse,
            key=get_organization.KEY,
        )


class AsyncOrganization:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
    ) -> OrganizationEnvelope:
        """Get the organization"""
        return await self._transport.call(
            get_organization.request(),
            get_organization.parse,
            key=get_organization.KEY,
        )
