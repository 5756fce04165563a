import { assert } from "../../kernel/assert.ts";
import { HOUR_MS, plusMs } from "../../kernel/clock.ts";
import { firstIdAt, type RoutingId, type TransactionId } from "../../kernel/ids.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import { prepared, sql } from "../../kernel/sql/sql.ts";
import { guardDigests } from "./guard-digest.ts";
import type { PaymentDecision, PreparedPayment } from "./payment.ts";

/** PostgreSQL array literals, written here because the drivers' general encoders cost more than the rest of the call. */
const plainArray = (items: readonly (string | bigint | null)[]): string =>
  `{${items.map((item) => item ?? "NULL").join(",")}}`;
const QUOTABLE = /[\\"]/;
const quoted = (text: string): string => `"${QUOTABLE.test(text) ? text.replaceAll(/[\\"]/g, "\\$&") : text}"`;
const textArray = (items: readonly (string | null)[]): string =>
  `{${items.map((item) => (item === null ? "NULL" : quoted(item))).join(",")}}`;

/**
 * Decides payments of one organisation in one statement and one commit (migrations/0018_mixed_batches.sql). The caller
 * makes sure that no two share a key digest or a guard digest. Decisions are in the order of the payments.
 */
export async function createPayments(
  db: Queryable,
  payments: readonly PreparedPayment[],
  spentOn: string,
): Promise<readonly PaymentDecision[]> {
  const first = payments[0];
  assert(first !== undefined, "a batch holds a payment");
  const pick = <T>(of: (payment: PreparedPayment) => T): T[] => payments.map(of);
  const locks = [...new Set(pick((payment) => payment.accountId))];
  const { result } = await db.one<{ result: string }>(
    prepared(
      "create_payments",
      sql`select create_payments(
        ${first.organizationId}::uuid, ${`${first.guardHours} hours`}::interval,
        ${coolingFrom(first)}::uuid, ${plainArray(locks)}::uuid[],
        ${plainArray(pick((p) => p.transactionId))}::uuid[],
        ${plainArray(pick((p) => p.accountId))}::uuid[],
        ${plainArray(pick((p) => p.recipientId))}::uuid[],
        ${plainArray(pick((p) => p.amountMinor))}::bigint[],
        ${plainArray(pick((p) => p.method))}::text[],
        ${plainArray(pick((p) => p.createdAt.toISOString()))}::timestamptz[],
        ${plainArray(pick((p) => p.estimatedDeliveryAt.toISOString()))}::timestamptz[],
        ${plainArray(pick((p) => p.handOverAt.toISOString()))}::timestamptz[],
        ${textArray(pick((p) => p.externalMemo))}::text[],
        ${textArray(pick((p) => p.note))}::text[],
        ${textArray(pick((p) => p.purpose))}::text[],
        ${plainArray(pick((p) => p.keyDigest))}::uuid[],
        ${plainArray(guards(payments))}::bigint[],
        ${plainArray(pick((p) => p.tokenId))}::uuid[],
        ${plainArray(pick((p) => p.userId))}::uuid[],
        ${plainArray(pick((p) => p.requestId))}::uuid[],
        ${plainArray(pick((p) => p.limitPerDayMinor))}::bigint[],
        ${spentOn}::date,
        ${plainArray(pick((p) => p.eventId))}::uuid[],
        ${plainArray(pick((p) => p.auditId))}::uuid[],
        ${textArray(pick((p) => p.address))}::text[],
        ${plainArray(pick((p) => p.httpRequestId))}::text[],
        ${textArray(pick((p) => p.auditAfter))}::text[]
      ) as result`,
    ),
  );
  const decisions = parseDecisions(result);
  assert(decisions.length === payments.length, "every payment of the batch has its decision");
  return decisions;
}

/** As many digests for each payment, its own first: as many as the payment has that looks into most periods. */
function guards(payments: readonly PreparedPayment[]): readonly (bigint | null)[] {
  const digests = payments.map(({ guardContent, createdAt, guardHours }) =>
    guardContent === null ? [null] : guardDigests(guardContent, createdAt, guardHours),
  );
  const periods = Math.max(...digests.map((of) => of.length));
  return digests.flatMap((of) => Array.from({ length: periods }, (_, index) => of[index] ?? of[0] ?? null));
}

/** The smallest id of bank details that are too young to be paid to, if they are a change; null where nothing cools off. */
const coolingFrom = ({ coolingOffHours, createdAt }: PreparedPayment): string | null =>
  coolingOffHours === 0 ? null : firstIdAt(plusMs(createdAt, -coolingOffHours * HOUR_MS));

/** The shapes create_payments documents. */
type AllAccepted = {
  readonly names: readonly string[];
  readonly nicknames: readonly (string | null)[];
  readonly routings: readonly RoutingId[];
};
type OneDecision = readonly [outcome: string, ...rest: readonly (string | number | null)[]];

function parseDecisions(json: string): readonly PaymentDecision[] {
  // Written by our own function one statement ago.
  const parsed = JSON.parse(json) as AllAccepted | readonly OneDecision[];
  if (!("names" in parsed)) return parsed.map(decisionOf);
  return parsed.names.map((counterpartyName, index) => {
    const routingId = parsed.routings[index];
    assert(routingId !== undefined, "an accepted payment has its bank details");
    return { outcome: "accepted", counterpartyName, counterpartyNickname: parsed.nicknames[index] ?? null, routingId };
  });
}

function decisionOf([outcome, ...rest]: OneDecision): PaymentDecision {
  switch (outcome) {
    case "accepted":
      return {
        outcome,
        counterpartyName: String(rest[0]),
        counterpartyNickname: rest[1] === null ? null : String(rest[1]),
        routingId: String(rest[2]) as RoutingId,
      };
    case "bankDetailsCoolingOff":
      return { outcome, routingId: String(rest[0]) as RoutingId };
    case "replayed":
    case "duplicatePayment":
      return { outcome, transactionId: String(rest[0]) as TransactionId };
    case "insufficientFunds":
      return { outcome, availableMinor: BigInt(rest[0] ?? 0) };
    case "tokenDayLimit":
      return { outcome, limitMinor: BigInt(rest[0] ?? 0) };
    case "recipientCannotReceive":
      return { outcome, recipientName: String(rest[0]) };
    case "recipientNotFound":
    case "accountNotFound":
    case "accountCannotPay":
    case "ledgerInDoubt":
      return { outcome };
    default:
      throw new TypeError(`create_payments gave an unknown outcome: ${outcome}`);
  }
}
