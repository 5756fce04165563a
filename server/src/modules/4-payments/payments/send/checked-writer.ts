import { newYorkDay } from "bursar-banking/calendar/new-york";
import { present } from "#kernel/assert.ts";
import { unavailable } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import { isUnavailable, type Tx } from "#kernel/sql/database.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { oneAtATime, type Turns } from "#kernel/work/one-at-a-time.ts";
import { lockOrganization } from "#records/identity";
import { lockBalances } from "#records/ledger";
import { createPayments } from "./create-payments.queries.ts";
import { retryingKeyRaces } from "./key-races.ts";
import type { PaymentDecision, PreparedPayment } from "./payment.ts";

/** What decides in the payment's own transaction, with its account locked, whether it may be made; refuses by throwing. */
export interface Checks {
  before(tx: Tx): Promise<void>;
  /** The payment was just made: a refusal undoes it. Not called for a repeated key or a payment that was rejected. */
  afterAccepted(tx: Tx): Promise<void>;
}

/**
 * Makes payments that depend on the day's other payments: each in its own transaction with its check, under the
 * organization's lock, so that no other such payment, request, or decision intervenes. One at a time per organization,
 * because a second one would only hold a connection while it waits.
 */
export interface CheckedWriter {
  /** Rejects with 503 if too many wait or the database is unavailable, and with the refusal of a check. */
  submit(payment: PreparedPayment, checks: Checks): Promise<PaymentDecision>;
  /** Resolves when everything submitted so far has been decided. */
  drain(): Promise<void>;
  queued(): number;
}

/** The queue of this process. Other processes have their own; the organization's lock is what keeps them apart. */
export function createCheckedWriter(service: Pick<Service, "database" | "clock" | "config" | "vault">): CheckedWriter {
  const lines = new Map<OrganizationId, Turns>();
  const waiting = new Set<Promise<unknown>>();
  return {
    submit: (payment, checks) => {
      // A bounded queue: beyond it, a quick 503 is better than a reply that comes too late.
      if (waiting.size >= service.config.queueLimit)
        return Promise.reject(unavailable(new Error("the payment queue is full")));
      const { organizationId } = payment;
      const inLine = lines.get(organizationId) ?? oneAtATime();
      lines.set(organizationId, inLine);
      const decided = inLine(() => withinOrganization(organizationId, () => decide(service, payment, checks))).finally(
        () => waiting.delete(decided),
      );
      waiting.add(decided);
      return decided;
    },
    drain: async () => void (await Promise.allSettled(waiting)),
    queued: () => waiting.size,
  };
}

async function decide(
  service: Pick<Service, "database" | "clock" | "vault">,
  payment: PreparedPayment,
  checks: Checks,
): Promise<PaymentDecision> {
  const { database, clock } = service;
  try {
    const decisions = await retryingKeyRaces(() =>
      database.transaction(async (tx) => {
        // Before the account, as in decisions; it also blocks requests and payments from the organization's other
        // accounts.
        await lockOrganization(tx, payment.organizationId);
        await lockBalances(tx, payment.organizationId, [payment.accountId]);
        // Under both locks and in the same transaction: what the check counts cannot change before the payment is
        // stored (ADR 0024).
        await checks.before(tx);
        const made = await createPayments(service, tx, [payment], newYorkDay(clock.now()));
        // After the account, as in create_payments: a token's counts are locked last.
        if (made[0]?.outcome === "accepted") await checks.afterAccepted(tx);
        return made;
      }),
    );
    return present(decisions[0], "a payment is decided");
  } catch (error) {
    throw isUnavailable(error) ? unavailable(error) : error;
  }
}
