"""Operations of the tag sandbox, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.advance_sandbox_clock_request import AdvanceSandboxClockRequest
from ...models.advanced_sandbox_clock import AdvancedSandboxClock
from ...models.empty_request import EmptyRequest
from ...models.list_sandbox_reasons_outcome import ListSandboxReasonsOutcome, check_list_sandbox_reasons_outcome
from ...models.magic_number_list import MagicNumberList
from ...models.open_sandbox_account_request import OpenSandboxAccountRequest
from ...models.opened_sandbox_account import OpenedSandboxAccount
from ...models.payment_method import PaymentMethod, check_payment_method
from ...models.sandbox_answer_request import SandboxAnswerRequest
from ...models.sandbox_bank_run import SandboxBankRun
from ...models.sandbox_clock import SandboxClock
from ...models.sandbox_decision_request import SandboxDecisionRequest
from ...models.sandbox_deposit_request import SandboxDepositRequest
from ...models.sandbox_email import SandboxEmail
from ...models.sandbox_email_list import SandboxEmailList
from ...models.sandbox_email_summary import SandboxEmailSummary
from ...models.sandbox_reasons import SandboxReasons
from ...models.sandbox_yield import SandboxYield
from ...models.sandbox_yield_request import SandboxYieldRequest
from ...models.send_money_approval_request import SendMoneyApprovalRequest
from ...models.sort_order import SortOrder, check_sort_order
from ...models.transaction import Transaction
from ...models.transfer_approval_request import TransferApprovalRequest
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    advance_sandbox_clock,
    approve_request,
    block_transaction,
    deposit_to_account,
    fail_transaction,
    get_sandbox_clock,
    get_sandbox_email,
    list_magic_numbers,
    list_sandbox_emails,
    list_sandbox_reasons,
    open_sandbox_account,
    reject_request,
    reset_sandbox_clock,
    return_transaction,
    run_sandbox_bank,
    set_sandbox_yield,
    settle_transaction,
)


class Sandbox:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_clock(
        self,
    ) -> SandboxClock:
        """Get the time

        The service's clock, which determines all times.

        """
        return self._transport.call(
            get_sandbox_clock.request(),
            get_sandbox_clock.parse,
            key=get_sandbox_clock.KEY,
        )

    def advance_clock(
        self,
        *,
        body: AdvanceSandboxClockRequest,
    ) -> AdvancedSandboxClock:
        """Advance the time

        Moves the clock forward by `hours` or `to` an instant. Everything due on the way happens at its own
        time and in order: payments are submitted at their cut-offs, the bank answers at its hours, webhooks
        are sent and retried. At most ten years ahead of today. 200 means that the clock has reached its
        target. One call takes about 20 seconds at most: a longer way is answered with 409 `clockOnItsWay`,
        which says how far it got (`now`, `percent`) and the target (`to`). Send `{"to": …}` with that
        target to continue; `GET /sandbox/clock` shows the time meanwhile.

        """
        return self._transport.call(
            advance_sandbox_clock.request(
                body=body,
            ),
            advance_sandbox_clock.parse,
            key=advance_sandbox_clock.KEY,
        )

    def reset_clock(
        self,
        *,
        body: EmptyRequest | None | Unset = UNSET,
    ) -> SandboxClock:
        """Reset the clock

        Resets the clock to the machine's time. Objects created ahead of it keep their later times, so lists
        show them after new ones, and anything due then waits until then. Start with an empty database for a
        clean slate.

        """
        return self._transport.call(
            reset_sandbox_clock.request(
                body=body,
            ),
            reset_sandbox_clock.parse,
            key=reset_sandbox_clock.KEY,
        )

    def run_bank(
        self,
        *,
        body: EmptyRequest | None | Unset = UNSET,
    ) -> SandboxBankRun:
        """Run the bank now

        Submits every waiting payment of the organization and makes the simulated bank send all of its
        answers now, including returns.

        """
        return self._transport.call(
            run_sandbox_bank.request(
                body=body,
            ),
            run_sandbox_bank.parse,
            key=run_sandbox_bank.KEY,
        )

    def list_magic_numbers(
        self,
    ) -> MagicNumberList:
        """List magic numbers

        What the simulated bank does with payments to these account numbers, or with checks over these
        amounts. All other payments succeed.

        """
        return self._transport.call(
            list_magic_numbers.request(),
            list_magic_numbers.parse,
            key=list_magic_numbers.KEY,
        )

    def settle_transaction(
        self,
        transaction_id: UUID,
        *,
        body: EmptyRequest | None | Unset = UNSET,
    ) -> Transaction:
        """Confirm a payment

        Makes the simulated bank give this answer now, with the same message that it would send later: a
        `pending` payment becomes `sent`. It is first submitted if the bank does not have it.

        """
        return self._transport.call(
            settle_transaction.request(
                transaction_id=transaction_id,
                body=body,
            ),
            settle_transaction.parse,
            key=settle_transaction.KEY,
        )

    def fail_transaction(
        self,
        transaction_id: UUID,
        *,
        body: None | SandboxAnswerRequest | Unset = UNSET,
    ) -> Transaction:
        """Reject a payment

        Makes the simulated bank give this answer now, with the same message that it would send later: a
        `pending` payment becomes `failed`. It is first submitted if the bank does not have it. A
        `treasuryTransfer` is reversed, as if the custodian had rejected it.

        """
        return self._transport.call(
            fail_transaction.request(
                transaction_id=transaction_id,
                body=body,
            ),
            fail_transaction.parse,
            key=fail_transaction.KEY,
        )

    def block_transaction(
        self,
        transaction_id: UUID,
        *,
        body: None | SandboxAnswerRequest | Unset = UNSET,
    ) -> Transaction:
        """Block a payment

        Makes the simulated bank give this answer now, with the same message that it would send later: a
        `pending` payment becomes `blocked`. It is first submitted if the bank does not have it.

        """
        return self._transport.call(
            block_transaction.request(
                transaction_id=transaction_id,
                body=body,
            ),
            block_transaction.parse,
            key=block_transaction.KEY,
        )

    def return_transaction(
        self,
        transaction_id: UUID,
        *,
        body: None | SandboxAnswerRequest | Unset = UNSET,
    ) -> Transaction:
        """Return a payment

        Makes the simulated bank give this answer now, with the same message that it would send later: a
        `sent` payment becomes `reversed`. It is first submitted if the bank does not have it. A deposit or
        `treasuryTransfer` is reversed by another transaction, which is the response.

        """
        return self._transport.call(
            return_transaction.request(
                transaction_id=transaction_id,
                body=body,
            ),
            return_transaction.parse,
            key=return_transaction.KEY,
        )

    def deposit_to_account(
        self,
        account_id: UUID,
        *,
        body: SandboxDepositRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Transaction:
        """Deposit money

        Deposits money into an account, as if it had been paid to the organization. The transaction is
        `sent` immediately.

        """
        return self._transport.call(
            deposit_to_account.request(
                account_id=account_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            deposit_to_account.parse,
            key=deposit_to_account.KEY,
        )

    def open_account(
        self,
        *,
        body: OpenSandboxAccountRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> OpenedSandboxAccount:
        """Open an account

        Opens an account at the simulated bank, with a balance of zero and a new account number. In
        production mode, the command line opens accounts.

        """
        return self._transport.call(
            open_sandbox_account.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            open_sandbox_account.parse,
            key=open_sandbox_account.KEY,
        )

    def list_reasons(
        self,
        *,
        payment_method: PaymentMethod | Unset = UNSET,
        outcome: ListSandboxReasonsOutcome | Unset = UNSET,
    ) -> SandboxReasons:
        """List reason codes

        The reasons that the simulated bank can give with an outcome of a payment.

        """
        return self._transport.call(
            list_sandbox_reasons.request(
                payment_method=payment_method,
                outcome=outcome,
            ),
            list_sandbox_reasons.parse,
            key=list_sandbox_reasons.KEY,
        )

    def set_yield(
        self,
        *,
        body: SandboxYieldRequest,
    ) -> SandboxYield:
        """Set the fund's yield

        Of the simulated money-market fund, from the next close (17:00 New York) on.

        """
        return self._transport.call(
            set_sandbox_yield.request(
                body=body,
            ),
            set_sandbox_yield.parse,
            key=set_sandbox_yield.KEY,
        )

    def approve_request(
        self,
        request_id: UUID,
        *,
        body: None | SandboxDecisionRequest | Unset = UNSET,
    ) -> SendMoneyApprovalRequest | TransferApprovalRequest:
        """Approve as a user

        Decides a request as a user of the organization, with every check of the dashboard. Also accepts
        requests for transfers.

        """
        return self._transport.call(
            approve_request.request(
                request_id=request_id,
                body=body,
            ),
            approve_request.parse,
            key=approve_request.KEY,
        )

    def reject_request(
        self,
        request_id: UUID,
        *,
        body: None | SandboxDecisionRequest | Unset = UNSET,
    ) -> SendMoneyApprovalRequest | TransferApprovalRequest:
        """Reject as a user

        Decides a request as a user of the organization, with every check of the dashboard. Also accepts
        requests for transfers.

        """
        return self._transport.call(
            reject_request.request(
                request_id=request_id,
                body=body,
            ),
            reject_request.parse,
            key=reject_request.KEY,
        )

    def list_emails(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        start_at: UUID | Unset = UNSET,
    ) -> Page[SandboxEmailList, SandboxEmailSummary]:
        """List emails

        Newest first. They include one-time links, so in sandbox mode only.

        """
        return self._transport.page(
            list_sandbox_emails.request,
            list_sandbox_emails.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "start_at": start_at,
            },
            items="emails",
        )

    def get_email(
        self,
        email_id: UUID,
    ) -> SandboxEmail:
        """Get an email

        One email with its content.

        """
        return self._transport.call(
            get_sandbox_email.request(
                email_id=email_id,
            ),
            get_sandbox_email.parse,
            key=get_sandbox_email.KEY,
        )


class AsyncSandbox:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_clock(
        self,
    ) -> SandboxClock:
        """Get the time"""
        return await self._transport.call(
            get_sandbox_clock.request(),
            get_sandbox_clock.parse,
            key=get_sandbox_clock.KEY,
        )

    async def advance_clock(
        self,
        *,
        body: AdvanceSandboxClockRequest,
    ) -> AdvancedSandboxClock:
        """Advance the time"""
        return await self._transport.call(
            advance_sandbox_clock.request(
                body=body,
            ),
            advance_sandbox_clock.parse,
            key=advance_sandbox_clock.KEY,
        )

    async def reset_clock(
        self,
        *,
        body: EmptyRequest | None | Unset = UNSET,
    ) -> SandboxClock:
        """Reset the clock"""
        return await self._transport.call(
            reset_sandbox_clock.request(
                body=body,
            ),
            reset_sandbox_clock.parse,
            key=reset_sandbox_clock.KEY,
        )

    async def run_bank(
        self,
        *,
        body: EmptyRequest | None | Unset = UNSET,
    ) -> SandboxBankRun:
        """Run the bank now"""
        return await self._transport.call(
            run_sandbox_bank.request(
                body=body,
            ),
            run_sandbox_bank.parse,
            key=run_sandbox_bank.KEY,
        )

    async def list_magic_numbers(
        self,
    ) -> MagicNumberList:
        """List magic numbers"""
        return await self._transport.call(
            list_magic_numbers.request(),
            list_magic_numbers.parse,
            key=list_magic_numbers.KEY,
        )

    async def settle_transaction(
        self,
        transaction_id: UUID,
        *,
        body: EmptyRequest | None | Unset = UNSET,
    ) -> Transaction:
        """Confirm a payment"""
        return await self._transport.call(
            settle_transaction.request(
                transaction_id=transaction_id,
                body=body,
            ),
            settle_transaction.parse,
            key=settle_transaction.KEY,
        )

    async def fail_transaction(
        self,
        transaction_id: UUID,
        *,
        body: None | SandboxAnswerRequest | Unset = UNSET,
    ) -> Transaction:
        """Reject a payment"""
        return await self._transport.call(
            fail_transaction.request(
                transaction_id=transaction_id,
                body=body,
            ),
            fail_transaction.parse,
            key=fail_transaction.KEY,
        )

    async def block_transaction(
        self,
        transaction_id: UUID,
        *,
        body: None | SandboxAnswerRequest | Unset = UNSET,
    ) -> Transaction:
        """Block a payment"""
        return await self._transport.call(
            block_transaction.request(
                transaction_id=transaction_id,
                body=body,
            ),
            block_transaction.parse,
            key=block_transaction.KEY,
        )

    async def return_transaction(
        self,
        transaction_id: UUID,
        *,
        body: None | SandboxAnswerRequest | Unset = UNSET,
    ) -> Transaction:
        """Return a payment"""
        return await self._transport.call(
            return_transaction.request(
                transaction_id=transaction_id,
                body=body,
            ),
            return_transaction.parse,
            key=return_transaction.KEY,
        )

    async def deposit_to_account(
        self,
        account_id: UUID,
        *,
        body: SandboxDepositRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Transaction:
        """Deposit money"""
        return await self._transport.call(
            deposit_to_account.request(
                account_id=account_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            deposit_to_account.parse,
            key=deposit_to_account.KEY,
        )

    async def open_account(
        self,
        *,
        body: OpenSandboxAccountRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> OpenedSandboxAccount:
        """Open an account"""
        return await self._transport.call(
            open_sandbox_account.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            open_sandbox_account.parse,
            key=open_sandbox_account.KEY,
        )

    async def list_reasons(
        self,
        *,
        payment_method: PaymentMethod | Unset = UNSET,
        outcome: ListSandboxReasonsOutcome | Unset = UNSET,
    ) -> SandboxReasons:
        """List reason codes"""
        return await self._transport.call(
            list_sandbox_reasons.request(
                payment_method=payment_method,
                outcome=outcome,
            ),
            list_sandbox_reasons.parse,
            key=list_sandbox_reasons.KEY,
        )

    async def set_yield(
        self,
        *,
        body: SandboxYieldRequest,
    ) -> SandboxYield:
        """Set the fund's yield"""
        return await self._transport.call(
            set_sandbox_yield.request(
                body=body,
            ),
            set_sandbox_yield.parse,
            key=set_sandbox_yield.KEY,
        )

    async def approve_request(
        self,
        request_id: UUID,
        *,
        body: None | SandboxDecisionRequest | Unset = UNSET,
    ) -> SendMoneyApprovalRequest | TransferApprovalRequest:
        """Approve as a user"""
        return await self._transport.call(
            approve_request.request(
                request_id=request_id,
                body=body,
            ),
            approve_request.parse,
            key=approve_request.KEY,
        )

    async def reject_request(
        self,
        request_id: UUID,
        *,
        body: None | SandboxDecisionRequest | Unset = UNSET,
    ) -> SendMoneyApprovalRequest | TransferApprovalRequest:
        """Reject as a user"""
        return await self._transport.call(
            reject_request.request(
                request_id=request_id,
                body=body,
            ),
            reject_request.parse,
            key=reject_request.KEY,
        )

    async def list_emails(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        start_at: UUID | Unset = UNSET,
    ) -> AsyncPage[SandboxEmailList, SandboxEmailSummary]:
        """List emails"""
        return await self._transport.page(
            list_sandbox_emails.request,
            list_sandbox_emails.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "start_at": start_at,
            },
            items="emails",
        )

    async def get_email(
        self,
        email_id: UUID,
    ) -> SandboxEmail:
        """Get an email"""
        return await self._transport.call(
            get_sandbox_email.request(
                email_id=email_id,
            ),
            get_sandbox_email.parse,
            key=get_sandbox_email.KEY,
        )
