import type { BankFileFormat, BankFileId, BankRail, ConnectionId, FilePayment, StoredContent } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";

/** What payments in files need from the modules that know banks and files; wired in main/. */

/** In rehearsal, files are written and shown, but not sent. */
export type ConnectionMode = "rehearsal" | "live";

/** Limits for the first days after going live, in cents. */
export interface LimitsInForce {
  readonly perPaymentMinor: bigint;
  readonly perDayMinor: bigint;
}

/** The organizations' bank connections for one rail, with the settings that its files need. */
export interface ConnectionSource<Connection> {
  /** The connections in rehearsal or live that serve accounts of the organization, by account. */
  connectionsOf(db: Queryable, organizationId: OrganizationId): Promise<ReadonlyMap<AccountId, Connection>>;
  /** A connection that is not removed. */
  findConnection(
    db: Queryable,
    organizationId: OrganizationId,
    connectionId: ConnectionId,
  ): Promise<Connection | undefined>;
}

/** What is recorded about a file when its content has been stored. */
export interface FileToRecord {
  readonly content: StoredContent;
  readonly fileId: BankFileId;
  readonly connectionId: ConnectionId;
  readonly rail: BankRail;
  readonly format: BankFileFormat;
  readonly name: string;
  /** The file's own identification, by which the bank's answer may name it. */
  readonly messageId: string;
  readonly rehearsal: boolean;
  /** It is kept to be printed here, and never sent. */
  readonly kept?: boolean;
  readonly answerWithinMs?: number | undefined;
  /** In the order of the file, with the references by which the bank's answers name them. */
  readonly payments: readonly FilePayment[];
}

/** What happened to a file that was written; `inDoubt`: the bank may have it. */
export type FileOutcome = "sent" | "acknowledged" | "inDoubt" | "dismissed";

/** Whether the bank has the file for certain. */
export const hasReachedBank = (outcome: FileOutcome | undefined): boolean =>
  outcome === "sent" || outcome === "acknowledged";

/** Keeps and sends files. */
export interface BankFiles {
  /**
   * Whether the connection is still in the mode in which it was read. If so, it stays until the transaction ends, so that
   * a file is not recorded for another mode. Called before anything else is locked.
   */
  holdMode(
    tx: Tx,
    organizationId: OrganizationId,
    connection: { readonly connectionId: ConnectionId; readonly mode: ConnectionMode },
  ): Promise<boolean>;
  /** Stores a content outside any transaction. One that is never recorded is swept. */
  store(organizationId: OrganizationId, source: AsyncIterable<Uint8Array>): Promise<StoredContent>;
  /** Makes stored contents files to be sent, in the caller's transaction. */
  record(tx: Tx, organizationId: OrganizationId, files: readonly FileToRecord[]): Promise<void>;
  /**
   * Of these files, those that reached the bank, those that may have, those that it acknowledged, and those of which a person
   * decided that they will not be sent.
   */
  outcomesOf(
    db: Queryable,
    organizationId: OrganizationId,
    fileIds: readonly BankFileId[],
  ): Promise<ReadonlyMap<BankFileId, FileOutcome>>;
  /** Whether the bank has delivered files over a connection that are not processed yet. */
  hasUnprocessed(db: Queryable, organizationId: OrganizationId, connectionId: ConnectionId): Promise<boolean>;
  /** The content of a file of the connection as it was sent; undefined if there is none. */
  contentOf(
    organizationId: OrganizationId,
    file: { readonly connectionId: ConnectionId; readonly fileId: BankFileId },
  ): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Of these files, those about which the bank can give an answer: they were sent, or may have been. They are locked. */
  answerableAmong(
    tx: Tx,
    organizationId: OrganizationId,
    fileIds: readonly BankFileId[],
  ): Promise<ReadonlySet<BankFileId>>;
  /** Records that the bank accepted files. Returns their number, without those that were rejected or not sent. */
  accept(tx: Tx, organizationId: OrganizationId, fileIds: readonly BankFileId[]): Promise<number>;
  /** Records that the bank rejected a file for a reason, a sentence. False if it was not sent. */
  reject(
    tx: Tx,
    file: { readonly organizationId: OrganizationId; readonly fileId: BankFileId },
    reason: string,
  ): Promise<boolean>;
}
