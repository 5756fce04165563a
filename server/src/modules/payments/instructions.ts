import { assert } from "../../kernel/assert.ts";
import type { OrganizationId, TransactionId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { PaymentInstruction, ScreeningHit } from "../rails/index.ts";
import { type RoutingVersion, routingVersionsOf } from "../recipients/index.ts";
import { type InstructionRow, instructionRows } from "./hand-over.queries.ts";

/** Why a payment whose bank details do not verify is blocked. */
export const unverifiedHit: ScreeningHit = {
  code: "bankDetailsUnverified",
  reason: "Its recipient, name, or bank details were changed outside the service after they were entered",
};

export interface Instructions {
  readonly ready: readonly PaymentInstruction[];
  /** Payments that must not be made: what is stored of them is not what somebody entered. */
  readonly unverified: readonly TransactionId[];
}

/**
 * What the bank is told of payments. The version of bank details is read and verified here, with the recipient and method of
 * the transaction: a version that was edited or belongs to another recipient, or a name that is not the version's, pays nobody.
 */
export async function instructionsOf(
  service: Service,
  organizationId: OrganizationId,
  ids: readonly TransactionId[],
): Promise<Instructions> {
  if (ids.length === 0) return { ready: [], unverified: [] };
  const { database } = service;
  const rows = await instructionRows(database, organizationId, ids);
  assert(rows.length === ids.length, "every payment to hand over exists");
  const routingIds = rows.map((row) => row.routing_id);
  const lookUp = await routingVersionsOf(service, database, { organizationId, routingIds, fresh: true });
  const ready: PaymentInstruction[] = [];
  const unverified: TransactionId[] = [];
  for (const row of rows) {
    assert(row.amount_minor > 0n, "a payment sends a positive amount");
    const { routing_id: routingId, counterparty_id: recipientId, method } = row;
    const version = lookUp({ routingId, recipientId, method });
    if (version !== undefined && version.name === row.counterparty_name)
      ready.push(instructionOf(service, organizationId, { row, version }));
    else unverified.push(row.transaction_id);
  }
  if (unverified.length > 0)
    service.log.error(
      { organizationId, transactionIds: unverified },
      "payments are not handed over: their bank details do not verify",
    );
  return { ready, unverified };
}

const instructionOf = (
  service: Service,
  organizationId: OrganizationId,
  { row, version }: { row: InstructionRow; version: RoutingVersion },
): PaymentInstruction => ({
  organizationId,
  instructionId: row.transaction_id,
  method: row.method,
  amountMinor: row.amount_minor,
  recipientName: version.name,
  routing: version.details,
  externalMemo: row.external_memo,
  handedOverAt: row.submitted_at ?? service.clock.now(),
});
