import { assert, present } from "#kernel/assert.ts";
import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { onceCommitted, type Queryable, type Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import { firstIdAt, type OrganizationId, type RequestId } from "#kernel/values/ids.ts";
import { chainKeyOf, contentOf, microsecondText, proofOf, type RowContent, witness } from "#records/audit";
import { creationAction, termsText } from "../audited-payment.ts";
import { type AchTerms, insertAchTerms } from "./ach-terms.queries.ts";
import { guardDigests } from "./guard-digest.ts";
import type { PaymentDecision, PreparedPayment } from "./payment.ts";
import { parseVerdicts, type Verdict } from "./payment-verdict.ts";
import { dayLimitOf, rememberSent } from "./sent-by-tokens.ts";

/** PostgreSQL array literals: the drivers' general encoders cost more than the rest of the call. */
const plainArray = (items: readonly (string | bigint | null)[]): string =>
  `{${items.map((item) => item ?? "NULL").join(",")}}`;
const QUOTABLE = /[\\"]/;
const quoted = (text: string): string => `"${QUOTABLE.test(text) ? text.replaceAll(/[\\"]/g, "\\$&") : text}"`;
const textArray = (items: readonly (string | null)[]): string =>
  `{${items.map((item) => (item === null ? "NULL" : quoted(item))).join(",")}}`;

/**
 * Decides payments of one organization in one statement and one commit (migrations/0012_create_payments.sql). The
 * caller ensures that no two share a key digest or a guard digest, and opens a transaction if a payment has ACH fields.
 * Decisions are in the order of the payments.
 */
export async function createPayments(
  service: Pick<Service, "vault">,
  db: Queryable | Tx,
  payments: readonly PreparedPayment[],
  spentOn: string,
): Promise<readonly PaymentDecision[]> {
  const verdicts = await call(service, db, { payments, spentOn, isDryRun: false });
  const decisions = verdicts.map((verdict) => (verdict.outcome === "refused" ? verdict.obstacles[0] : verdict));
  const terms = payments.flatMap(({ transactionId, achFields: fields }, index): AchTerms[] =>
    fields !== null && decisions[index]?.outcome === "accepted" ? [{ transactionId, fields }] : [],
  );
  if (terms.length > 0) {
    assert("inTransaction" in db, "a payment and what its file says are created in one commit");
    const { organizationId } = present(payments[0], "a batch holds a payment");
    const stored = await insertAchTerms(db, organizationId, terms);
    assert(stored.length === terms.length, "what a payment's file says is stored with it, once");
  }
  // Only after the commit: a payment that is rolled back must not be remembered as written.
  onceCommitted(db, () => {
    witnessPayments(service, payments, decisions);
    for (const [index, payment] of payments.entries())
      if (decisions[index]?.outcome === "accepted") rememberSent(service, payment, spentOn);
  });
  return decisions;
}

/**
 * The verdicts of createPayments on the payments, with every reason to reject them. Writes nothing and takes no lock.
 */
export const dryRunPayments = (
  service: Pick<Service, "vault">,
  db: Queryable,
  payments: readonly PreparedPayment[],
  spentOn: string,
): Promise<readonly Verdict[]> => call(service, db, { payments, spentOn, isDryRun: true });

/** A batch, and whether it is decided only or also written. */
interface Call {
  readonly payments: readonly PreparedPayment[];
  readonly spentOn: string;
  readonly isDryRun: boolean;
}

async function call(
  service: Pick<Service, "vault">,
  db: Queryable,
  { payments, spentOn, isDryRun }: Call,
): Promise<readonly Verdict[]> {
  const first = payments[0];
  assert(first !== undefined, "a batch holds a payment");
  assertBatch(first, payments);
  const pick = <T>(of: (payment: PreparedPayment) => T): T[] => payments.map(of);
  // Each account once, however many payments leave it: the function locks them in the order of their ids.
  const locks = [...new Set(pick((payment) => payment.accountId))];
  const { result } = await db.one<{ result: string }>(
    // One statement text for all batches, so that the server plans it once.
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
        ${plainArray(pick((p) => dayLimitOf(service, p, spentOn)))}::bigint[],
        ${spentOn}::date,
        ${plainArray(pick((p) => p.eventId))}::uuid[],
        ${plainArray(pick((p) => p.auditId))}::uuid[],
        ${textArray(pick((p) => p.address))}::text[],
        ${textArray(pick((p) => p.httpRequestId))}::text[],
        ${proofsOf(service, first.organizationId, payments)}::bytea,
        ${isDryRun}::boolean
      ) as result`,
  );
  const verdicts = parseVerdicts(result);
  assert(verdicts.length === payments.length, "every payment of the batch has its verdict");
  return verdicts;
}

/** 32 bytes per payment: the database uses them to authenticate the audit row, and discards them. */
const proofsOf = (
  { vault }: Pick<Service, "vault">,
  organizationId: OrganizationId,
  payments: readonly PreparedPayment[],
): Buffer => {
  const key = chainKeyOf(vault, organizationId);
  return Buffer.concat(
    payments.map((payment) =>
      proofOf(key, { organizationId, streamId: payment.accountId, content: contentOf(auditContentOf(payment)) }),
    ),
  );
};

/** The row that create_payments writes, as the view audit_rows reads it. */
const auditContentOf = (payment: PreparedPayment): RowContent => ({
  audit_id: payment.auditId,
  at: microsecondText(payment.createdAt),
  actor_type: payment.userId !== null ? "user" : payment.tokenId !== null ? "token" : "service",
  actor_id: payment.userId ?? payment.tokenId,
  address: payment.address,
  http_request_id: payment.httpRequestId,
  action: creationAction,
  resource_type: "transaction",
  resource_id: payment.transactionId,
  before: null,
  after: termsText(payment),
});

/** Notes the last audit row of each account of the batch, so that rows removed later are noticed (law 25). */
function witnessPayments(
  service: Pick<Service, "vault">,
  payments: readonly PreparedPayment[],
  decisions: readonly PaymentDecision[],
): void {
  const last = new Map<string, { readonly payment: PreparedPayment; readonly number: number }>();
  for (const [index, payment] of payments.entries()) {
    const decision = decisions[index];
    if (decision?.outcome !== "accepted") continue;
    const number = decision.auditNumber;
    assert((last.get(payment.accountId)?.number ?? 0) < number, "the audit numbers of an account increase in a batch");
    last.set(payment.accountId, { payment, number });
  }
  for (const { payment, number } of last.values())
    witness(
      service,
      { organizationId: payment.organizationId, streamId: payment.accountId },
      { auditId: payment.auditId, number: BigInt(number) },
    );
}

/** What create_payments assumes of a batch: it reads these from the first payment for all. */
function assertBatch(first: PreparedPayment, payments: readonly PreparedPayment[]): void {
  const keys = new Set<string>();
  const contents = new Set<bigint>();
  for (const { organizationId, guardHours, coolingOffHours, amountMinor, keyDigest, guardContent } of payments) {
    assert(organizationId === first.organizationId, "a batch holds payments of one organization");
    assert(guardHours === first.guardHours, "the duplicate guard covers the same hours for a whole batch");
    assert(coolingOffHours === first.coolingOffHours, "bank details cool off for the same hours for a whole batch");
    assert(amountMinor > 0n, "a payment takes a positive amount");
    assert(keyDigest === null || !keys.has(keyDigest), "no two payments of a batch share a key");
    assert(guardContent === null || !contents.has(guardContent), "no two payments of a batch are duplicates");
    if (keyDigest !== null) keys.add(keyDigest);
    if (guardContent !== null) contents.add(guardContent);
  }
}

/**
 * The same number of digests for each payment, its own first: as many as the payment that looks into most periods
 * needs.
 */
function guards(payments: readonly PreparedPayment[]): readonly (bigint | null)[] {
  const digests = payments.map(({ guardContent, createdAt, guardHours }) =>
    guardContent === null ? [null] : guardDigests(guardContent, createdAt, guardHours),
  );
  const periods = Math.max(...digests.map((of) => of.length));
  return digests.flatMap((of) => Array.from({ length: periods }, (_, index) => of[index] ?? of[0] ?? null));
}

/** The smallest id of bank details that are still cooling off, if they are a change; null if nothing cools off. */
const coolingFrom = ({ coolingOffHours, createdAt }: PreparedPayment): string | null =>
  coolingOffHours === 0 ? null : firstIdAt(plusMs(createdAt, -coolingOffHours * HOUR_MS));

/** Whether a request has a payment or transfer already: transactions are never deleted, and keep their request. */
export const wasPaid = (db: Queryable, organizationId: OrganizationId, requestId: RequestId) =>
  db.one<{ paid: boolean }>(sql`
  select exists (select from transactions where organization_id = ${organizationId} and request_id = ${requestId}) as paid`);
