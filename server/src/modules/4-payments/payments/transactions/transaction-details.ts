import { methodTable, type PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { instantOf, type OrganizationId, type RecipientId, type TransactionId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import {
  type Address,
  internationalInfo,
  maskNumbers,
  type RoutingDetails,
  routingVersionsOf,
  seesFullNumbers,
} from "#money/recipients";
import { attachmentsOfTransactions } from "../edits/attached-files.ts";
import { findReturnLinks, type ReturnLink } from "./returns.queries.ts";
import { renderTransaction, type Transaction, type TransactionRow } from "./transaction.ts";
import { relatedRows } from "./transactions.queries.ts";

/** The part of the bank details that a caller may see. */
export interface Viewer {
  readonly organizationId: OrganizationId;
  readonly scopes: ReadonlySet<string>;
  /** Present for signed-in users, who see masked numbers and reveal them with a separate request. */
  readonly person?: unknown;
}

/** What rendering reads: the database, or the transaction that has just written the rows. */
interface Reader extends Pick<Service, "config" | "vault" | "clock"> {
  readonly database: Queryable;
}

/** A transaction rendered in full, as the viewer may see it (decision R2). */
export function transactionAsSeenBy(viewer: Viewer, transaction: Transaction): Transaction {
  const details =
    transaction.details === null || seesFullNumbers(viewer) ? transaction.details : maskNumbers(transaction.details);
  // The links need no token.
  const attachments = viewer.scopes.has("fetchTransactions") ? transaction.attachments : [];
  return { ...transaction, details, attachments };
}

/** The API's transactions for rows, with the bank details of their time, as the viewer may see them. */
export async function renderTransactions(
  service: Reader,
  viewer: Viewer,
  rows: readonly TransactionRow[],
): Promise<Transaction[]> {
  const attachments = await attachmentsOfTransactions(service, viewer.organizationId, rows);
  const transactions = await renderInFull(service, viewer.organizationId, { rows, attachments });
  return transactions.map((transaction) => transactionAsSeenBy(viewer, transaction));
}

interface ToRender {
  readonly rows: readonly TransactionRow[];
  readonly attachments: (row: TransactionRow) => Transaction["attachments"];
  /** Nothing can have returned them, so nothing is looked up. */
  readonly areNew?: boolean;
}

/** With account numbers in full. The bank details are those of the version that was paid, not the current ones. */
async function renderInFull(
  service: Reader,
  organizationId: OrganizationId,
  { rows, attachments, areNew = false }: ToRender,
): Promise<Transaction[]> {
  const routingIds = rows.flatMap((row) => row.routing_id ?? []);
  const lookUp = await routingVersionsOf(service, service.database, { organizationId, routingIds, omitsRevoked: true });
  const returns = areNew
    ? new Map<TransactionId, ReturnLink>()
    : await returnLinksById(service.database, organizationId, rows);
  const links = rows.flatMap((row) => [...feeLinks(row), ...returnLinks(row, returns.get(row.transaction_id))]);
  const related = await relatedOf(service, organizationId, links);
  return rows.map((row) => {
    const reference = referenceOf(row);
    const routing = reference && lookUp(reference)?.details;
    return renderTransaction(row, {
      publicUrl: service.config.publicUrl,
      returnedAt: returnedAtOf(row, returns.get(row.transaction_id)) ?? null,
      details: routing ? detailsOf(reference.method, routing) : null,
      related: [...(related.get(row.transaction_id) ?? []), ...ownReturn(row)],
      attachments: attachments(row),
    });
  });
}

/** The version that a payment uses; undefined if there is none. */
function referenceOf({ routing_id: routingId, counterparty_id: id, method }: TransactionRow) {
  if (routingId === null || id === null || method === null) return undefined;
  // The counterparty of a payment to a version is a recipient.
  return { routingId, recipientId: id as RecipientId, method };
}

type Related = Transaction["relatedTransactions"];
type RelationKind = Related[number]["relationKind"];
type RelatedRow = Awaited<ReturnType<typeof relatedRows>>[number];

interface Link {
  readonly of: TransactionRow;
  readonly other: TransactionId;
  readonly relationKind: RelationKind;
}

/** By transaction: its fee or its payment, and its return or what it returns. */
async function relatedOf(
  { database }: Reader,
  organizationId: OrganizationId,
  links: readonly Link[],
): Promise<ReadonlyMap<TransactionId, Related>> {
  if (links.length === 0) return new Map();
  const ids = links.map(({ other }) => other);
  const others = new Map((await relatedRows(database, organizationId, ids)).map((row) => [row.transaction_id, row]));
  const grouped = Map.groupBy(links, ({ of }) => of.transaction_id);
  return new Map([...grouped].map(([id, ofOne]) => [id, ofOne.map((link) => renderLink(link, others))]));
}

function renderLink(
  { of, other, relationKind }: Link,
  others: ReadonlyMap<TransactionId, RelatedRow>,
): Related[number] {
  const row = present(others.get(other), "related transactions are made together");
  assert(row.account_id === of.account_id, "a related transaction belongs to the same account");
  return {
    id: other,
    accountId: row.account_id,
    amount: dollarsFromMinor(row.amount_minor),
    createdAt: instantOf(other).toISOString(),
    relationKind,
  };
}

function feeLinks(of: TransactionRow): Link[] {
  if (of.fee_id !== null) return [{ of, other: of.fee_id, relationKind: "OriginalTransactionToFeePayment" }];
  if (of.fee_for_id !== null) return [{ of, other: of.fee_for_id, relationKind: "FeePaymentToOriginalTransaction" }];
  return [];
}

const returnableKinds: ReadonlySet<string> = new Set(["externalTransfer", "treasuryTransfer"]);

/** By transaction: the link of one that was returned, or that is a return. A return is never returned. */
export async function returnLinksById(
  db: Queryable,
  organizationId: OrganizationId,
  rows: readonly TransactionRow[],
): Promise<ReadonlyMap<TransactionId, ReturnLink>> {
  const ids = rows.filter(({ kind }) => returnableKinds.has(kind)).map((row) => row.transaction_id);
  const links = ids.length === 0 ? [] : await findReturnLinks(db, organizationId, ids);
  return new Map(
    links.flatMap((link) => [
      [link.transaction_id, link],
      [link.return_id, link],
    ]),
  );
}

function returnLinks(of: TransactionRow, link: ReturnLink | undefined): readonly Link[] {
  if (link === undefined) return [];
  return of.transaction_id === link.transaction_id
    ? [{ of, other: link.return_id, relationKind: "OriginalTransactionToReturn" }]
    : [{ of, other: link.transaction_id, relationKind: "ReturnToOriginalTransaction" }];
}

/** When a payment, deposit, or transfer was returned; undefined if it was not. */
export function returnedAtOf(row: TransactionRow, link: ReturnLink | undefined): Date | undefined {
  if (row.status === "reversed") return present(row.failed_at, "a reversed payment has its time");
  return link?.transaction_id === row.transaction_id ? link.returned_at : undefined;
}

/** A payment and its return are one transaction with two lines on statements (ADR 0100). */
const ownReturn = (row: TransactionRow): Related =>
  row.status === "reversed"
    ? [
        {
          id: row.transaction_id,
          accountId: row.account_id,
          amount: dollarsFromMinor(-row.amount_minor),
          createdAt: present(row.failed_at, "a reversed payment has its time").toISOString(),
          relationKind: "OriginalTransactionToReturn",
        },
      ]
    : [];

export const renderOne = async (service: Reader, viewer: Viewer, row: TransactionRow): Promise<Transaction> =>
  transactionAsSeenBy(viewer, await renderOneInFull(service, viewer.organizationId, row));

/** With account numbers in full, for storage (encrypted): show it through transactionAsSeenBy only. */
export async function renderOneInFull(
  service: Reader,
  organizationId: OrganizationId,
  row: TransactionRow,
): Promise<Transaction> {
  const attachments = await attachmentsOfTransactions(service, organizationId, [row]);
  const [transaction] = await renderInFull(service, organizationId, { rows: [row], attachments });
  return present(transaction, "one row renders to one transaction");
}

/** A transaction at its creation, when it has no files; the same key gets the same response forever (law 3). */
export async function renderNew(service: Reader, viewer: Viewer, row: TransactionRow): Promise<Transaction> {
  const [transaction] = await renderInFull(service, viewer.organizationId, {
    rows: [row],
    attachments: () => [],
    areNew: true,
  });
  return transactionAsSeenBy(viewer, present(transaction, "one row renders to one transaction"));
}

/** Clients of this API family read the state of a check's address as `state` (wire contract §3.4). */
const withState = (address: Address) => ({ ...address, state: address.country === "US" ? address.region : null });

/** The TransactionMethodData of the contract: one member per payment method, the others null. */
function detailsOf(method: PaymentMethod, routing: RoutingDetails): Transaction["details"] {
  const none = {
    address: null,
    electronicRoutingInfo: null,
    domesticWireRoutingInfo: null,
    internationalWireRoutingInfo: null,
    creditCardInfo: null,
    debitCardInfo: null,
  };
  const info = {
    accountNumber: routing.accountNumber ?? "",
    routingNumber: routing.routingNumber ?? "",
    bankName: routing.bankName ?? null,
    address: routing.address ?? null,
  };
  const { holds } = methodTable[method].details;
  if (holds === "foreignAccount") return { ...none, internationalWireRoutingInfo: internationalInfo(routing) };
  if (holds === "mailingAddress") return { ...none, address: routing.address ? withState(routing.address) : null };
  if (routing.electronicAccountType !== undefined) {
    return { ...none, electronicRoutingInfo: { ...info, electronicAccountType: routing.electronicAccountType } };
  }
  return { ...none, domesticWireRoutingInfo: info };
}
