import type { AchAccountType, LineEnding } from "../../formats/nacha/index.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "../../kernel/values/ids.ts";
import type { BankRail, ConnectionId } from "../bank-connections/index.ts";
import type { BankFileId, FilePayment } from "../bank-files/index.ts";

/** What payments in files need from the modules that know banks and files; wired in main/. */

/** When a file is written, New York time, on each banking day. */
export interface AchWindow {
  /** `HH:MM`, some minutes before a cut-off of the originating bank. */
  readonly at: string;
  /** Whether its file asks for settlement on the same day. */
  readonly sameDay: boolean;
}

/** How the originating bank wants its ACH files. Fields are named as in the Nacha rules. */
export interface AchFileSettings {
  /** Nine digits. */
  readonly immediateDestination: string;
  readonly immediateDestinationName: string;
  /** As the bank assigned it, or a routing number. At most ten characters. */
  readonly immediateOrigin: string;
  readonly immediateOriginName: string;
  readonly companyName: string;
  /** Ten characters that the bank assigned. */
  readonly companyIdentification: string;
  /** What receivers see, at most ten characters. */
  readonly companyEntryDescription: string;
  /** The first eight digits of the originating bank's routing number. */
  readonly odfiIdentification: string;
  /** At least one. */
  readonly windows: readonly AchWindow[];
  /** The bank's limit per same-day entry, at most the network's. Cents. */
  readonly sameDayMaxMinor: bigint;
  readonly lineEnding: LineEnding;
  /** Whether debits and credits may share a batch (200); otherwise, batches are 220 or 225. */
  readonly acceptsMixedBatches: boolean;
  /** The account that balances the entries of a paying account; undefined if the bank does not want balanced files. */
  readonly offsetOf: ((accountId: AccountId) => OffsetSettings | undefined) | undefined;
  /** A–Z and then 0–9, or the other way around. */
  readonly fileIdModifier: "lettersFirst" | "digitsFirst";
  /** With the placeholders {date}, {time}, and {number}. */
  readonly fileName: string;
  /** The bank acknowledges each file within this time; undefined: it does not, and a sent file counts as accepted. */
  readonly answerWithinMs: number | undefined;
}

export interface OffsetSettings {
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly account: AchAccountType;
}

/** The connection that serves accounts on the ACH rail. */
export interface AchConnection {
  readonly connectionId: ConnectionId;
  /** In rehearsal, files are written and shown, but not sent. */
  readonly mode: "rehearsal" | "live";
  readonly settings: AchFileSettings;
  /** Limits for the first days after going live, in cents. */
  readonly firstDays?: { readonly perPaymentMinor: bigint; readonly perDayMinor: bigint } | undefined;
}

export interface AchConnections {
  /** The connections in rehearsal or live that serve accounts of the organization on a rail, by account. */
  connectionsOf(
    db: Queryable,
    organizationId: OrganizationId,
    rail: BankRail,
  ): Promise<ReadonlyMap<AccountId, AchConnection>>;
  /** A connection for ACH files that is not removed. */
  findConnection(
    db: Queryable,
    organizationId: OrganizationId,
    connectionId: ConnectionId,
  ): Promise<AchConnection | undefined>;
}

/** What is recorded about a file when its content has been stored. */
export interface FileToRecord {
  readonly organizationId: OrganizationId;
  readonly fileId: BankFileId;
  readonly connectionId: ConnectionId;
  readonly rail: BankRail;
  readonly format: "nacha";
  readonly name: string;
  /** The file's own identification, by which the bank's answer may name it. */
  readonly messageId: string;
  readonly rehearsal: boolean;
  readonly answerWithinMs?: number | undefined;
  /** In the order of the file, with their trace numbers. */
  readonly payments: readonly FilePayment[];
}

/** Keeps and sends files. */
export interface BankFiles {
  /**
   * Stores a content outside any transaction. `record` then makes it a file to be sent, in the caller's transaction; a
   * content that is never recorded is swept.
   */
  store(organizationId: OrganizationId, source: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Of these files, those that reached the bank, and those of which a person decided that they will not be sent. */
  outcomesOf(
    db: Queryable,
    organizationId: OrganizationId,
    fileIds: readonly BankFileId[],
  ): Promise<ReadonlyMap<BankFileId, "sent" | "dismissed">>;
  /** Records that the bank accepted a file, or rejected it for a reason. False if it was not sent. */
  answer(
    tx: Tx,
    file: { readonly organizationId: OrganizationId; readonly fileId: BankFileId },
    rejection?: string,
  ): Promise<boolean>;
}

export interface StoredFile {
  record(tx: Tx, file: FileToRecord): Promise<void>;
}
