import {
  type BankRail,
  decideItem,
  type FileItemId,
  type FileItemRow,
  findItem,
  lockItem,
  refuseBankFile,
} from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId, UserId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import { type Actor, recordAudit } from "#records/audit";
import { type ChangeKind, type ControlChange, proposeChange } from "#records/controls";
import { lockOrganization } from "#records/identity";
import { findUsersWithPermission } from "#records/people";
import { assignReturn } from "../ach-answers/apply-ach-answers.ts";
import type { AssignedItem } from "../answers/bank-answer.ts";
import { orQuarantine } from "../answers/quarantined-file.ts";
import { connectedChannels } from "../connected/connected-channels.ts";
import { connectedFiles } from "../connected/connected-files.ts";
import { assignTransferAnswer } from "../transfer-answers/apply-transfer-answers.ts";

/** As stored with the change. The subject is the item's ID. */
interface ProposedAssignment {
  readonly transactionId: TransactionId;
  readonly note: string;
  /** In words, for the person who confirms. */
  readonly item: string;
}

/** A payment for people, such as "$50.00 to Acme by ACH on November 20, 2026"; wired by the code that knows payments. */
export type PaymentInWords = (
  db: Queryable,
  organizationId: OrganizationId,
  transactionId: TransactionId,
) => Promise<string>;

export interface ItemToAssign {
  readonly organizationId: OrganizationId;
  /** As a caller names it. */
  readonly itemId: string;
  readonly transactionId: TransactionId;
  readonly note: string;
  readonly actor: Actor;
}

/**
 * Which payment an open item of a bank's file is about. The bank's word is applied to that payment: it fails, settles, or
 * comes back, so a second person agrees.
 */
export const itemAssignmentKind = (
  service: Service,
  paymentInWords: PaymentInWords,
): ChangeKind<ProposedAssignment, FileItemId> => ({
  name: "bankFileItemAssignment",
  permission: "manageOrganization",
  whoMay: (db, { organizationId }) => findUsersWithPermission(db, organizationId, "manageOrganization"),
  baseOf: async (db, { organizationId, subject }) => (await findItem(db, organizationId, subject))?.state ?? "absent",
  apply: (tx, { organizationId, subject: itemId, proposal: { transactionId, note } }, { actor }) =>
    assign(service, tx, { organizationId, itemId, transactionId, note, actor }),
  describe: async (db, { organizationId, proposal: { item, transactionId, note } }) => {
    const payment = await paymentInWords(db, organizationId, transactionId);
    return `Apply to the payment of ${payment} what the bank says: ${item} The reason given: ${note}`;
  },
});

async function assign(
  service: Service,
  tx: Tx,
  { organizationId, itemId: named, transactionId, note, actor }: ItemToAssign,
): Promise<FileItemId> {
  const item = requireAssignable(await lockItem(tx, organizationId, named));
  const { item_id: itemId, file_id: fileId, connection_id: connectionId, answer } = item;
  const answered = { organizationId, connectionId, fileId, transactionId, answer, amountMinor: item.amount_minor };
  const applied = await orQuarantine(async () => ({ problem: await apply(service, tx, item.rail, answered) }));
  const problem = "quarantine" in applied ? applied.quarantine : applied.problem;
  if (problem !== undefined) throw refuseBankFile("bankFileItemNotAssignable", { details: { problem } });
  const at = service.clock.now();
  assert(answered.amountMinor === null || answered.amountMinor >= 0n, "the amount of an item has no sign");
  const decided = await decideItem(tx, organizationId, { itemId, trigger: "assign", note, transactionId, at });
  assert(decided === 1, "a locked open item is decided");
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "bankFileItem.assign",
        resourceType: "bankFileItem",
        resourceId: itemId,
        after: { fileId, kind: item.kind, place: item.place, transactionId, note },
      },
    ],
  });
  return itemId;
}

/** Applies what the item says to the payment, as its rail does. Returns why it does not fit. */
async function apply(service: Service, tx: Tx, rail: BankRail, item: AssignedItem): Promise<string | undefined> {
  const files = connectedFiles(service);
  if (rail === "ach") return assignReturn({ service, files }, tx, item);
  if (rail === "check") return "The bank's reports about checks name them by their numbers.";
  return assignTransferAnswer({ service, files, channels: connectedChannels(service)[rail] }, tx, item);
}

/** Refuses an item that was decided, or that says nothing about a payment. */
function requireAssignable(
  item: FileItemRow | undefined,
): FileItemRow & { readonly answer: NonNullable<FileItemRow["answer"]> } {
  if (item === undefined) throw notFound("open item");
  const { state, answer } = item;
  if (state !== "open") throw refuseBankFile("bankFileItemDecided", { details: { state } });
  if (answer === null)
    throw refuseBankFile("bankFileItemNotAssignable", { details: { problem: "It says nothing about one payment." } });
  return { ...item, answer };
}

/** One person says which payment it is, another confirms it. Undefined if nobody else could: then it is applied. */
export const proposeAssignment = (
  service: Service,
  {
    organizationId,
    itemId,
    transactionId,
    note,
    userId,
    actor,
    paymentInWords,
  }: ItemToAssign & { readonly userId: UserId; readonly paymentInWords: PaymentInWords },
): Promise<ControlChange | undefined> =>
  service.database.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const item = requireAssignable(await findItem(tx, organizationId, itemId));
    const { change } = await proposeChange(service, tx, itemAssignmentKind(service, paymentInWords), {
      organizationId,
      proposer: userId,
      actor,
      subject: item.item_id,
      proposal: { transactionId, note, item: inWords(item) },
    });
    return change.status === "proposed" ? change : undefined;
  });

/** An operator decides alone. */
export const assignAsOperator = (service: Service, item: ItemToAssign): Promise<FileItemId> =>
  service.database.transaction((tx) => assign(service, tx, item));

function inWords({ place, file_name: name, reference, code, amount_minor: amountMinor }: FileItemRow): string {
  const of = reference === null ? "" : ` of ${reference}`;
  const amount = amountMinor === null ? "" : ` over $${formatUsd(amountMinor)}`;
  return `${place} in ${name ?? "a file"}: ${code ?? "an answer"}${of}${amount}.`;
}
