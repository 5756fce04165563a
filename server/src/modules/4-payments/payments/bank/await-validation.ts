import { reasonText } from "bursar-banking/codes/describe-reason";
import { listConnections } from "#bank/exchange";
import type { PaymentInstruction, ScreeningHit } from "#bank/rails";
import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import {
  type AccountId,
  instantOf,
  type OrganizationId,
  type RoutingId,
  type TransactionId,
} from "#kernel/values/ids.ts";
import { depositsAmong, latestValidations, validationStandingOf } from "#money/recipients";
import { validationRequiredSince } from "#records/identity";
import { holdWaiting } from "./hand-over.queries.ts";
import type { ScreenedBatch } from "./screen-payments.ts";

/** How long a payment waits before its details are looked at again. */
const HELD_FOR_MS = HOUR_MS;

/** What decides whether a payment waits for validation. */
type Payable = Pick<PaymentInstruction, "instructionId" | "method" | "accountId" | "routingId">;

/** Why a payment does not leave yet, or not at all. */
type Obstacle = { readonly kind: "waits" } | { readonly kind: "failed"; readonly hit: ScreeningHit };

/**
 * What keeps ACH payments from leaving because the organization wants bank details validated before the first payment:
 * those that were entered since it does. Deposits that validate details pass, and so do payments over connections that send
 * prenotes, which make them wait themselves.
 */
export async function validationObstacles(
  { clock }: Pick<Service, "clock">,
  db: Queryable,
  { organizationId, payments }: { readonly organizationId: OrganizationId; readonly payments: readonly Payable[] },
): Promise<ReadonlyMap<TransactionId, Obstacle>> {
  const since = payments.some(({ method }) => method === "ach")
    ? await validationRequiredSince(db, organizationId)
    : null;
  // The ID of a version says when it was entered, and its seal covers the ID.
  const isNew = (routingId: RoutingId) => since !== null && instantOf(routingId) >= since;
  const concerned = payments.filter(({ method, routingId }) => method === "ach" && isNew(routingId));
  if (concerned.length === 0) return new Map();
  const now = clock.now();
  const routingIds = [...new Set(concerned.map(({ routingId }) => routingId))];
  const standings = new Map(
    (await latestValidations(db, organizationId, routingIds)).map((row) => [
      row.routing_id,
      validationStandingOf(row, now),
    ]),
  );
  const left = concerned.filter(({ routingId }) => standings.get(routingId)?.state !== "validated");
  if (left.length === 0) return new Map();
  const deposits = await depositsAmong(
    db,
    organizationId,
    left.map(({ instructionId }) => instructionId),
  );
  const sendsPrenotes = await accountsWithPrenotes(db, organizationId);
  const obstacles = new Map<TransactionId, Obstacle>();
  for (const { instructionId, accountId, routingId } of left) {
    const standing = standings.get(routingId);
    if (deposits.has(instructionId)) continue;
    if (standing?.state === "failed" && standing.code !== null && !isOurs(standing.code)) {
      const reason = `BF-ACCOUNT: The recipient's bank details failed validation: ${reasonText(standing.code)}`;
      obstacles.set(instructionId, { kind: "failed", hit: { code: "BF-ACCOUNT", reason } });
    } else if (!sendsPrenotes.has(accountId)) obstacles.set(instructionId, { kind: "waits" });
  }
  return obstacles;
}

/** No bank objected: another attempt may succeed. */
const isOurs = (code: string): boolean => code.startsWith("BF-") && code !== "BF-PRENOTE";

async function accountsWithPrenotes(db: Queryable, organizationId: OrganizationId): Promise<ReadonlySet<AccountId>> {
  const connections = await listConnections(db, organizationId);
  return new Set(
    connections.flatMap((connection) =>
      connection.rail === "ach" && connection.railSettings.prenotes ? connection.accountIds : [],
    ),
  );
}

/** The same payments, without those that must wait for validation, or failed it. */
export async function awaitValidation(
  service: Service,
  organizationId: OrganizationId,
  { payments, screened }: { readonly payments: readonly PaymentInstruction[]; readonly screened: ScreenedBatch },
): Promise<ScreenedBatch> {
  const passed = payments.filter(({ instructionId: id }) => !screened.hits.has(id) && !screened.held.has(id));
  const obstacles = await validationObstacles(service, service.database, { organizationId, payments: passed });
  if (obstacles.size === 0) return screened;
  const hits = new Map(screened.hits);
  const waiting: TransactionId[] = [];
  for (const [id, obstacle] of obstacles) {
    if (obstacle.kind === "failed") hits.set(id, obstacle.hit);
    else waiting.push(id);
  }
  const until = plusMs(service.clock.now(), HELD_FOR_MS);
  return {
    hits,
    held: new Set([...screened.held, ...waiting]),
    record: async (tx) => {
      await screened.record(tx);
      if (waiting.length > 0) await holdWaiting(tx, organizationId, { ids: waiting, until });
    },
  };
}
