import { assert, present } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { settleNotifications } from "#records/notifications";
import type { BankFileRow } from "../bank-file.ts";
import { refuseBankFile } from "../bank-file-refusals.ts";
import { renderFile } from "../bank-file-schemas.ts";
import { decideFile, forgetRemote, lockFile } from "../bank-files.queries.ts";
import { type BankFileState, bankFileStates } from "../file-states.ts";
import { countOpenItemsOf, insertAcceptance } from "../items/items.queries.ts";
import type { ShownFile } from "../read-files.ts";
import { releasePayments } from "../sending/writing.queries.ts";

/**
 * What a person decides about a file. `resend` and `markSent`: about a file in doubt. `retry`: another attempt with a
 * file that was set aside, or with the open items of a received one. `accept`: a received file that was set aside is
 * processed although its counts, totals, or repeated message say that something is wrong. `dismiss`: it will be neither sent
 * nor processed.
 */
export const fileDecisions = ["resend", "markSent", "retry", "accept", "dismiss"] as const;
export type FileDecision = (typeof fileDecisions)[number];

const triggersOf = {
  resend: { out: "resend", in: "resend" },
  markSent: { out: "settle", in: "settle" },
  retry: { out: "release", in: "retry" },
  accept: { out: "retry", in: "retry" },
  dismiss: { out: "dismiss", in: "dismiss" },
} as const;
type FileTrigger = (typeof triggersOf)[FileDecision]["out" | "in"];

interface Decided {
  readonly organizationId: OrganizationId;
  /** As a caller names it. */
  readonly fileId: string;
  readonly decision: FileDecision;
  /** Why a file with wrong counts or totals is accepted. */
  readonly reason?: string | undefined;
  readonly actor: Actor;
}

/** Carries out a person's decision, with its audit row. Refuses if the file is in no state for it. */
export const decideAboutFile = (service: Service, decided: Decided): Promise<ShownFile> =>
  service.database.transaction((tx) => carryOutDecision(service, tx, decided));

/** Refuses what the file's state does not allow. */
export function requireDecidable(
  { state, direction }: Pick<BankFileRow, "state" | "direction">,
  decision: FileDecision,
): { readonly trigger: FileTrigger; readonly next: BankFileState } {
  const trigger = triggersOf[decision][direction];
  const next = bankFileStates.next(state, trigger);
  if (next === undefined || (decision === "accept" && state === "processed"))
    throw refuseBankFile(bankFileStates.moves[trigger].refusal, { details: { state } });
  return { trigger, next };
}

/** The same in the caller's transaction. */
export async function carryOutDecision(
  service: Service,
  tx: Tx,
  { organizationId, fileId: named, decision, reason, actor }: Decided,
): Promise<ShownFile> {
  const file = await lockFile(tx, organizationId, named);
  if (file === undefined) throw notFound("bank file");
  const key = { organizationId, fileId: file.file_id };
  const { trigger, next } = requireDecidable(file, decision);
  if (decision === "accept" && file.sha256 === null)
    throw refuseBankFile("bankFileEmpty", { details: { state: file.state } });
  if (file.state === "processed" && (await countOpenItemsOf(tx, organizationId, [key.fileId])).length === 0)
    throw refuseBankFile("bankFileNotSetAside", { details: { state: file.state } });
  // A received file that has no content was never read whole, so it is read again from the bank's directory.
  const isUnread = decision === "retry" && file.direction === "in" && file.sha256 === null;
  const decided = await decideFile(tx, key, { trigger: isUnread ? "dismiss" : trigger, at: service.clock.now() });
  assert(decided === 1, "a locked file that allows a decision is changed by it");
  if (isUnread) {
    const forgotten = await forgetRemote(tx, key);
    assert(forgotten === 1, "a file that is read again is no longer remembered");
  }
  if (decision === "dismiss" && file.direction === "out") await releasePayments(tx, organizationId, key.fileId);
  if (decision === "accept") {
    const why = present(reason, "an acceptance has a reason");
    const accepted = await insertAcceptance(tx, key, { reason: why, at: service.clock.now() });
    assert(accepted <= 1, "a file is accepted once");
  }
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: `bankFile.${decision}`,
        resourceType: "bankFile",
        resourceId: key.fileId,
        before: { state: file.state, reason: file.reason },
        after: { state: isUnread ? "dismissed" : next, ...(reason === undefined ? {} : { reason }) },
      },
    ],
  });
  const subject = { type: "bankFile", id: key.fileId } as const;
  await settleNotifications(service, tx, { organizationId, subject, kinds: ["bankAttention"] });
  const after = present(await lockFile(tx, organizationId, named), "a locked file exists");
  assert(after.file_id === file.file_id, "a decision is about the file that was locked");
  assert(after.state === (isUnread ? "dismissed" : next), "a decision leads where the state table says");
  const [open] = await countOpenItemsOf(tx, organizationId, [key.fileId]);
  return renderFile(after, open?.total ?? 0);
}
