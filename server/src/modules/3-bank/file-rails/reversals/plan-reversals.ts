import { traceNumberOf } from "bursar-bank-formats/nacha";
import { lastMomentOf, windowAfter } from "bursar-banking/calendar/ach-windows";
import type { BankFileId } from "#bank/exchange";
import { assert, present } from "#kernel/assert.ts";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { tryEach } from "#kernel/work/each-organization.ts";
import type { AchConnection, FileToPlan } from "../ach/ach-connection.ts";
import { NoModifierLeft, OFFSETS_MAX, recordPlanned, SEQUENCE_MAX } from "../ach/plan-file.ts";
import type { BankFiles } from "../channels.ts";
import { lockSequence, setSequence } from "../orders/sequences.queries.ts";
import { moveLockedUndos } from "../undos/move-undo.ts";
import {
  approvedUndos,
  fileUndos,
  lockApproved,
  scheduleUndos,
  type UndoId,
  type UndoRow,
} from "../undos/undos.queries.ts";
import { withoutReturned } from "../undos/without-returned.ts";
import { type ReversingEntry, reversingEntries } from "./originals.ts";

/** Reversals in one file: a person approves each, and its total fits ten digits of dollars. */
const REVERSALS_MAX = 100;

export interface ReversalWork {
  readonly organizationId: OrganizationId;
  readonly connections: ReadonlyMap<AchConnection["connectionId"], AchConnection>;
}

type PlanService = Pick<Service, "database" | "clock" | "newId" | "log" | "vault">;

/**
 * Gives approved reversals the next window of their connection, and puts those that are due into files of their own.
 * What can no longer leave in time, or has no entry that could be reversed, expires. Returns how many moved.
 */
export async function planReversals(
  service: PlanService,
  files: Pick<BankFiles, "contentOf">,
  { organizationId, connections }: ReversalWork,
): Promise<number> {
  const { database, clock } = service;
  const approved = await approvedUndos(database, organizationId, "ach");
  return tryEach(
    Map.groupBy(approved, (undo) => undo.connection_id),
    async ([connectionId, undos]) => {
      const connection = connections.get(connectionId);
      const now = clock.now();
      const late = undos.filter(({ send_by: sendBy }) => sendBy !== null && nextWindow(connection, now) > sendBy);
      const moved = await expire(service, organizationId, late);
      if (connection === undefined || connection.mode !== "live") return moved;
      const timely = undos.filter((undo) => !late.includes(undo));
      const due = timely.filter(({ window_at: windowAt }) => windowAt !== null && windowAt <= now);
      const missed = due.filter(({ window_at: windowAt }) => windowAt !== null && lastMomentOf(windowAt) < now);
      const waiting = [...timely.filter(({ window_at: windowAt }) => windowAt === null), ...missed];
      if (waiting.length > 0) {
        const undoIds = waiting.map((undo) => undo.undo_id);
        const windowAt = nextWindow(connection, now);
        await database.transaction((tx) => scheduleUndos(tx, organizationId, { undoIds, windowAt }));
        // Due in the next pass, or at its window.
        return moved + waiting.length;
      }
      const plannable = due.filter((undo) => !missed.includes(undo)).slice(0, REVERSALS_MAX);
      const [first] = plannable;
      if (first?.window_at == null) return moved;
      const together = plannable.filter(({ window_at: at }) => at?.getTime() === first.window_at?.getTime());
      const plan = { organizationId, connection, windowAt: first.window_at, now };
      return moved + (await planFile(service, files, plan, together));
    },
  );
}

/** Without a connection there is none; then, the deadline decides. */
const nextWindow = (connection: AchConnection | undefined, now: Date): Date =>
  connection === undefined ? now : windowAfter(connection.settings.windows, now);

async function planFile(
  service: PlanService,
  files: Pick<BankFiles, "contentOf">,
  plan: FileToPlan,
  undos: readonly UndoRow[],
): Promise<number> {
  const { organizationId } = plan;
  const entries = await reversingEntries(service.database, files, { organizationId, undos });
  const without = undos.filter((undo) => !entries.has(undo.undo_id));
  for (const { undo_id: key } of without) reportUnproven(service, { organizationId, table: "payment_undos", key });
  const expired = await expire(service, organizationId, without);
  try {
    return expired + (await service.database.transaction((tx) => fileReversals(service, tx, plan, entries)));
  } catch (error) {
    if (!(error instanceof NoModifierLeft)) throw error;
    const undoIds = undos.map((undo) => undo.undo_id);
    const windowAt = windowAfter(plan.connection.settings.windows, plusMs(lastMomentOf(plan.windowAt), SECOND_MS));
    return service.database.transaction((tx) => scheduleUndos(tx, organizationId, { undoIds, windowAt }));
  }
}

/** A file with the reversals that still wait: all numbers are assigned, as in `planFile` of payments. */
async function fileReversals(
  service: PlanService,
  tx: Tx,
  plan: FileToPlan,
  entries: ReadonlyMap<UndoId, ReversingEntry>,
): Promise<number> {
  const { organizationId, connection } = plan;
  const { connectionId, settings } = connection;
  const numbers = await lockSequence(tx, organizationId, connectionId);
  const locked = await lockApproved(tx, organizationId, [...entries.keys()]);
  const waiting = await withoutReturned(service, tx, organizationId, locked);
  if (waiting.length === 0) return locked.length;
  const isNearEnd = numbers.next_sequence + REVERSALS_MAX + OFFSETS_MAX > SEQUENCE_MAX;
  const firstSequence = isNearEnd ? 1 : numbers.next_sequence;
  const fileId = service.newId<BankFileId>();
  const classOf = ({ undo_id: id }: UndoRow) => present(entries.get(id), "only what was read is filed").entryClass;
  // In the order of the batches: trace numbers rise within each.
  const isLater = (undo: UndoRow) => undo.amount_minor > settings.sameDayMaxMinor;
  const keyOf = (undo: UndoRow) => `${undo.account_id} ${classOf(undo)} ${isLater(undo)} ${undo.undo_id}`;
  const ordered = waiting.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  assert(ordered.length <= REVERSALS_MAX, "a file has a bounded number of reversals");
  await recordPlanned(tx, {
    ...plan,
    number: numbers.next_file,
    fileId,
    firstSequence,
    entries: ordered.length,
    totalMinor: ordered.reduce((sum, { amount_minor: amountMinor }) => sum + amountMinor, 0n),
    reverses: true,
  });
  const filed = await fileUndos(
    tx,
    organizationId,
    ordered.map(({ undo_id: undoId }, index) => ({
      undoId,
      fileId,
      reference: traceNumberOf({
        odfiIdentification: settings.odfiIdentification,
        sequenceNumber: firstSequence + index,
      }),
    })),
  );
  assert(filed === ordered.length, "each reversal is in one file");
  await setSequence(tx, organizationId, connectionId, {
    next_sequence: firstSequence + ordered.length + (settings.offsetOf === undefined ? 0 : OFFSETS_MAX),
    next_file: numbers.next_file + 1,
  });
  return locked.length;
}

async function expire(
  service: PlanService,
  organizationId: OrganizationId,
  undos: readonly UndoRow[],
): Promise<number> {
  if (undos.length === 0) return 0;
  return service.database.transaction(async (tx) => {
    const ids = undos.map((undo) => undo.undo_id);
    const locked = await lockApproved(tx, organizationId, ids);
    const moved = await moveLockedUndos(service, tx, {
      organizationId,
      undos: locked,
      trigger: "expire",
      actor: { type: "service" },
    });
    return moved.length;
  });
}
