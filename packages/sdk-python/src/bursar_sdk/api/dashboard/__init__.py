"""Operations of the tag dashboard, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.balance_history import BalanceHistory
from ...models.cash_flow import CashFlow
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    get_balance_history,
    get_cash_flow,
)


class Dashboard:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_cash_flow(
        self,
        *,
        months: int | Unset = UNSET,
        account_id: UUID | Unset = UNSET,
    ) -> CashFlow:
        """Get cash flow by month

        By calendar month in New York, current month last. Payments count when they are sent; returned
        payments count as inflow. Transfers between accounts count for a single account, but not for all
        accounts together.

        """
        return self._transport.call(
            get_cash_flow.request(
                months=months,
                account_id=account_id,
            ),
            get_cash_flow.parse,
            key=get_cash_flow.KEY,
        )

    def get_balance_history(
        self,
        *,
        days: int | Unset = UNSET,
        account_id: UUID | Unset = UNSET,
    ) -> BalanceHistory:
        """Get end-of-day balances

        The current balance (including holds for payments not sent yet) at the end of each day in New York;
        for today, the balance now.

        """
        return self._transport.call(
            get_balance_history.request(
                days=days,
                account_id=account_id,
            ),
            get_balance_history.parse,
            key=get_balance_history.KEY,
        )


class AsyncDashboard:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_cash_flow(
        self,
        *,
        months: int | Unset = UNSET,
        account_id: UUID | Unset = UNSET,
    ) -> CashFlow:
        """Get cash flow by month"""
        return await self._transport.call(
            get_cash_flow.request(
                months=months,
                account_id=account_id,
            ),
            get_cash_flow.parse,
            key=get_cash_flow.KEY,
        )

    async def get_balance_history(
        self,
        *,
        days: int | Unset = UNSET,
        account_id: UUID | Unset = UNSET,
    ) -> BalanceHistory:
        """Get end-of-day balances"""
        return await self._transport.call(
            get_balance_history.request(
                days=days,
                account_id=account_id,
            ),
            get_balance_history.parse,
            key=get_balance_history.KEY,
        )
