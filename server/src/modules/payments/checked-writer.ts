import { present } from "../../kernel/assert.ts";
import { newYorkDay } from "../../kernel/calendar/new-york.ts";
import { unavailable } from "../../kernel/http/http-refusals.ts";
import type { OrganizationId } from "../../kernel/ids.ts";
import { oneAtATime, type Turns } from "../../kernel/one-at-a-time.ts";
import type { Service } from "../../kernel/service.ts";
import { isUnavailable, type Tx } from "../../kernel/sql/database.ts";
import { withinOrganization } from "../../kernel/sql/scope.ts";
import { lockBalances } from "../ledger/index.ts";
import { createPayments } from "./create-payments.queries.ts";
import { retryingKeyRaces } from "./key-races.ts";
import type { PaymentDecision, PreparedPayment } from "./payment.ts";

/** Looks, in the payment's own transaction and with its account locked, whether it may be made; refuses by throwing. */
export type Check = (tx: Tx) => Promise<void>;

/**
 * The door to payments that hang on what else leaves their account: each by itself, in one transaction with its check, so
 * that no other payment of the account comes between the two. One of an organisation at a time, because the next one would
 * only wait for the lock, and hold a connection meanwhile.
 */
export interface CheckedWriter {
  /** Rejects with 503 when too many wait or the database is away, and with what the check throws. */
  submit(payment: PreparedPayment, check: Check): Promise<PaymentDecision>;
  /** Resolves when everything submitted so far has been decided. */
  drain(): Promise<void>;
  queued(): number;
}

export function createCheckedWriter(service: Pick<Service, "database" | "clock" | "config">): CheckedWriter {
  const lines = new Map<OrganizationId, Turns>();
  const waiting = new Set<Promise<unknown>>();
  return {
    submit: (payment, check) => {
      if (waiting.size >= service.config.queueLimit)
        return Promise.reject(unavailable(new Error("the payment queue is full")));
      const { organizationId } = payment;
      const inLine = lines.get(organizationId) ?? oneAtATime();
      lines.set(organizationId, inLine);
      const decided = inLine(() => withinOrganization(organizationId, () => decide(service, payment, check))).finally(
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
  { database, clock }: Pick<Service, "database" | "clock">,
  payment: PreparedPayment,
  check: Check,
): Promise<PaymentDecision> {
  try {
    const decisions = await retryingKeyRaces(() =>
      database.transaction(async (tx) => {
        await lockBalances(tx, payment.organizationId, [payment.accountId]);
        await check(tx);
        return createPayments(tx, [payment], newYorkDay(clock.now()));
      }),
    );
    return present(decisions[0], "a payment is decided");
  } catch (error) {
    throw isUnavailable(error) ? unavailable(error) : error;
  }
}
