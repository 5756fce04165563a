import { Type } from "typebox";
import { HOUR_MS, MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { OneOf, object } from "#kernel/http/schemas.ts";
import { type RefusalTable, refuser } from "#kernel/refusal.ts";
import { isUuid } from "#kernel/values/ids.ts";
import { minorFromText } from "#kernel/values/money.ts";
import { publicRequestStatusOf } from "#payments/approvals";
import { getTransaction, receiveDeposit } from "#payments/payments";
import {
  advanceClock,
  decideOnBehalf,
  isOnItsWay,
  resetClock,
  type SandboxTools,
  simulateBankAnswer,
  simulateReturn,
} from "#sandbox/sandbox";
import { type AdminCommand, adminCommand } from "./command.ts";
import { pickOrganization } from "./pick-organization.ts";

export interface ShownAnswer {
  readonly transactionId: string;
  readonly status: string;
  readonly reasonForFailure: string | null;
}

export interface ShownRequest {
  readonly requestId: string;
  readonly status: string;
  readonly transactionId: string | null;
}

/** The command line waits for ten minutes. */
const COMMAND_MS_MAX = 9 * MINUTE_MS;

/** Call by call, so that advances of others get their turns. */
async function advanceFor(
  clock: SandboxTools["clock"],
  pumps: SandboxTools["pumps"],
  to: Date,
): Promise<{ readonly now: string; readonly steps: number }> {
  const endsAtMs = performance.now() + COMMAND_MS_MAX;
  for (let before = 0; ; ) {
    try {
      const { now, steps } = await advanceClock(clock, pumps, { to });
      return { now: now.toISOString(), steps: before + steps };
    } catch (error) {
      if (!isOnItsWay(error) || performance.now() > endsAtMs) throw error;
      before += Number(error.details["steps"]);
    }
  }
}

const outcomes = ["confirmed", "rejected", "returned", "blocked"] as const;

const sandboxAdminRefusals = {
  notASandbox: {
    status: 400,
    title: "The command requires sandbox mode",
    message: "This service runs in production mode, where the clock and the bank are real",
  },
} as const satisfies RefusalTable;
const refuseSandboxAdmin = refuser(sandboxAdminRefusals);

function toolsOf(sandbox: SandboxTools | undefined): SandboxTools {
  if (sandbox === undefined) throw refuseSandboxAdmin("notASandbox");
  return sandbox;
}

export const sandboxCommands: Readonly<Record<string, AdminCommand>> = {
  "sandbox.advance": adminCommand(
    object({ hours: Type.Optional(Type.Number({ minimum: 0 })), to: Type.Optional(Type.String()) }),
    async ({ sandbox }, { hours, to }) => {
      const { clock, pumps } = toolsOf(sandbox);
      const target = to === undefined ? plusMs(clock.now(), Math.ceil((hours ?? 0) * HOUR_MS)) : new Date(to);
      if (Number.isNaN(target.getTime()))
        throw invalidRequest([{ path: "to", message: "must be an ISO 8601 timestamp, such as 2026-12-01T14:30:00Z" }]);
      return advanceFor(clock, pumps, target);
    },
  ),
  "sandbox.resetClock": adminCommand(object({}), async ({ sandbox }) => ({
    now: (await resetClock(toolsOf(sandbox).clock)).toISOString(),
  })),
  "sandbox.answer": adminCommand(
    object({
      organization: Type.Optional(Type.String()),
      transactionId: Type.String(),
      outcome: OneOf(outcomes, "The bank's answer."),
      code: Type.Optional(Type.String()),
    }),
    async ({ service, sandbox }, { organization, transactionId, outcome, code }, actor) => {
      const { bank } = toolsOf(sandbox);
      if (!isUuid(transactionId)) throw invalidRequest([{ path: "transactionId", message: "must be a payment's ID" }]);
      const { organizationId } = await pickOrganization(service, organization);
      const answer = { organizationId, transactionId, outcome, code };
      const { kind } = await getTransaction(service.database, organizationId, transactionId);
      const isUndone = kind !== "outgoingPayment" && (outcome === "rejected" || outcome === "returned");
      const row = isUndone
        ? await service.database.transaction((tx) => simulateReturn(service, tx, { ...answer, actor }))
        : await simulateBankAnswer(service, bank, answer);
      return { transactionId: row.transaction_id, status: row.status, reasonForFailure: row.reason_for_failure };
    },
  ),
  "sandbox.approve": adminCommand(
    object({
      organization: Type.Optional(Type.String()),
      requestId: Type.String(),
      userEmail: Type.Optional(Type.String()),
    }),
    async ({ service, sandbox }, { organization, requestId, userEmail }): Promise<ShownRequest> => {
      toolsOf(sandbox);
      const { organizationId } = await pickOrganization(service, organization);
      if (!isUuid(requestId)) throw invalidRequest([{ path: "requestId", message: "must be a request's id" }]);
      const row = await decideOnBehalf(service, {
        organizationId,
        requestId,
        decision: "approve",
        userEmail,
        actor: {},
      });
      return {
        requestId: row.request_id,
        status: publicRequestStatusOf(row.status),
        transactionId: row.transaction_id,
      };
    },
  ),
  "sandbox.deposit": adminCommand(
    object({
      organization: Type.Optional(Type.String()),
      accountId: Type.String(),
      amount: Type.String(),
      name: Type.String(),
      memo: Type.Optional(Type.String({ maxLength: 140 })),
    }),
    async ({ service, sandbox }, { organization, accountId, amount, name, memo }, actor) => {
      toolsOf(sandbox);
      const { organizationId } = await pickOrganization(service, organization);
      const amountMinor = minorFromText(amount);
      const problems = [
        ...(amountMinor === undefined || amountMinor === 0n
          ? [{ path: "amount", message: "must be an amount in dollars, such as 2500 or 2500.00" }]
          : []),
        ...(isUuid(accountId) ? [] : [{ path: "accountId", message: "must be an account's id" }]),
      ];
      if (amountMinor === undefined || problems.length > 0) throw invalidRequest(problems);
      const to = accountId.toLowerCase();
      const deposit = { organizationId, accountId: to, amountMinor, name, memo: memo || null, tokenId: null, actor };
      return { transactionId: await service.database.transaction((tx) => receiveDeposit(service, tx, deposit)) };
    },
  ),
};
