import { methodTable } from "bursar-banking/identifiers/payment-method";
import type { PaymentInstruction, ScreeningHit } from "#bank/rails";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { type RoutingVersion, routingVersionsOf, versionsWereActive } from "#money/recipients";
import { type InstructionRow, instructionRows, provenAchTerms, provenWireTerms } from "./hand-over.queries.ts";
import { provenPayments } from "./proven-payments.ts";

/** Why a payment that does not verify is blocked. */
export const unverifiedHit: ScreeningHit = {
  code: "bankDetailsUnverified",
  reason: "The payment or its bank details were changed outside the service",
};

/** Payments by whether their stored data can be trusted. */
export interface Instructions {
  readonly ready: readonly PaymentInstruction[];
  /** Payments that must not be made: the stored data is not what was entered. */
  readonly unverified: readonly TransactionId[];
  /**
   * Payments as they were made, whose amount the ledger does not hold: canceled or answered meanwhile. One of them that
   * still waits for the bank was put back outside the service.
   */
  readonly ended: readonly TransactionId[];
}

/**
 * What the bank receives. Everything is read and verified here, so that nothing changed directly in the database is
 * paid: the payment against its audit row, and the version of bank details against its seal, recipient, and method, and
 * against the version that was active when the payment was accepted. A changed payment, an edited, foreign, or earlier
 * version, or a different name is never paid, nor is a payment that the ledger does not hold, because it was sent or ended
 * before. `isRepeat`: the bank may have the payments already.
 */
export async function instructionsOf(
  service: Service,
  organizationId: OrganizationId,
  ids: readonly TransactionId[],
  { isRepeat = false }: { readonly isRepeat?: boolean } = {},
): Promise<Instructions> {
  if (ids.length === 0) return { ready: [], unverified: [], ended: [] };
  const { database } = service;
  const rows = await instructionRows(database, organizationId, ids);
  const routingIds = rows.map((row) => row.routing_id);
  // Fresh, past any cache: a change in the database must be noticed now (ADR 0022).
  const lookUp = await routingVersionsOf(service, database, { organizationId, routingIds, fresh: true });
  const proven = await provenPayments(service, database, { organizationId, payments: rows });
  const withTerms = rows.filter((row) => row.charge_bearer !== null).map((row) => row.transaction_id);
  const terms = withTerms.length === 0 ? [] : await provenWireTerms(database, organizationId, withTerms);
  const withFields = rows.filter((row) => row.ach_fields !== null).map((row) => row.transaction_id);
  const fields = withFields.length === 0 ? [] : await provenAchTerms(database, organizationId, withFields);
  const withProvenFields = new Set(fields.map((row) => row.transaction_id));
  const versionOf = ({ routing_id: routingId, counterparty_id: recipientId, method }: InstructionRow) =>
    lookUp({ routingId, recipientId, method });
  const paidVersion = (row: InstructionRow, version: RoutingVersion) => ({
    recipientId: row.counterparty_id,
    method: row.method,
    routingId: row.routing_id,
    routingMethod: version.details.method,
    acceptedAt: row.created_at,
  });
  const wereActive = await versionsWereActive(
    database,
    organizationId,
    rows.flatMap((row) => {
      const version = versionOf(row);
      return version === undefined ? [] : [paidVersion(row, version)];
    }),
  );
  const ready: PaymentInstruction[] = [];
  const ended: TransactionId[] = [];
  const found = new Set(rows.map((row) => row.transaction_id));
  // What is queued without a payment was not queued by the service.
  const unverified = ids.filter((id) => !found.has(id));
  for (const row of rows) {
    const version = versionOf(row);
    // A valid version of this recipient is not enough: the payment must be the one that was made, to this name.
    const isAsMade =
      row.amount_minor > 0n &&
      proven.has(row.transaction_id) &&
      version?.name === row.counterparty_name &&
      (row.charge_bearer === null || terms.some(({ transaction_id: id }) => id === row.transaction_id)) &&
      (row.ach_fields === null || withProvenFields.has(row.transaction_id));
    // The ledger only grows: a payment whose status was set back is not held. A repeat may be answered meanwhile.
    const isOpen = isRepeat || row.is_held;
    if (version === undefined || !isAsMade || !wereActive(paidVersion(row, version)))
      unverified.push(row.transaction_id);
    else if (isOpen) ready.push(instructionOf(service, organizationId, { row, version }));
    else ended.push(row.transaction_id);
  }
  if (unverified.length > 0)
    service.log.error(
      { organizationId, transactionIds: unverified },
      "Payments were not submitted: they or their bank details do not verify",
    );
  return { ready, unverified, ended };
}

const instructionOf = (
  service: Service,
  organizationId: OrganizationId,
  { row, version }: { row: InstructionRow; version: RoutingVersion },
): PaymentInstruction => {
  const { name, details } = version;
  assert(name !== "", "an instruction names the recipient");
  assert(
    methodTable[row.method].details.holds === "mailingAddress"
      ? details.address !== undefined
      : Boolean(details.accountNumber),
    "an instruction has an account number or, for a check, an address",
  );
  return {
    organizationId,
    instructionId: row.transaction_id,
    method: row.method,
    accountId: row.account_id,
    amountMinor: row.amount_minor,
    recipientId: row.counterparty_id,
    recipientName: name,
    routingId: row.routing_id,
    routing: details,
    externalMemo: row.external_memo,
    purpose: row.purpose,
    chargeBearer: row.charge_bearer,
    achFields: row.ach_fields,
    dueAt: service.clock.now(),
    handedOverAt: service.clock.now(),
  };
};
