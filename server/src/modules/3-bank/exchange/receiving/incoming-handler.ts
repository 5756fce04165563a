import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFileFormat, BankFileId, FilePayment, ToleratedUse } from "../bank-file.ts";
import type { BankRail, ConnectionId } from "../bank-rail.ts";
import type { FileItem } from "../items/file-item.ts";
import type { Tolerates } from "../settings/reading-settings.ts";

/** A received file, for the module that understands its format. */
export interface ArrivedFile {
  readonly organizationId: OrganizationId;
  readonly fileId: BankFileId;
  readonly connectionId: ConnectionId;
  readonly rail: BankRail;
  readonly format: BankFileFormat;
  readonly name: string;
  readonly bytes: number;
  /** A person gave it to the service; the bank's directory did not have it. */
  readonly isByHand: boolean;
  /** Two people accept it although its counts or totals are wrong. */
  readonly isAccepted: boolean;
  /** Whether the connection accepts a difference from the format; by default, those that cannot change a payment. */
  readonly tolerates?: Tolerates | undefined;
  /** The content from its start; may be read several times. */
  chunks(): AsyncIterable<Buffer>;
}

/** The file is set aside as a whole, for this reason: a sentence for people, without account numbers. */
export interface Quarantine {
  readonly quarantine: string;
}

/** What a file says. */
export interface Interpretation {
  /** The message's own identification, such as MsgId. Each is applied once per connection and format. */
  readonly messageId?: string;
  /**
   * Applies the whole file in the given transaction, which also marks the file as processed. If it returns a quarantine
   * instead, nothing is changed. Runs again if the transaction has to be retried.
   */
  apply(tx: Tx, note: TakeNote): Promise<Applied | Quarantine>;
  /** Files with the same function are applied together. */
  readonly together?: ApplyTogether;
}

/**
 * Applies files of one connection in the given transaction, as if one after another. Those that are missing in the result
 * depend on what an earlier one says, and are applied by the next call; the first one is never missing.
 */
export type ApplyTogether = (
  tx: Tx,
  files: readonly Interpretation[],
) => Promise<ReadonlyMap<Interpretation, Applied | Quarantine>>;

/** What a file says, or one of its pages. */
export interface Noted {
  /** The payments that it says something about. */
  readonly payments?: readonly FilePayment[];
  /** What it says that cannot be applied. */
  readonly items?: readonly FileItem[];
  readonly tolerated?: readonly ToleratedUse[];
}

/**
 * Records in the same transaction. A large file calls it for a page after another, because memory should not hold them
 * all; others return what they note.
 */
export type TakeNote = (noted: Noted) => Promise<void>;

export interface Applied extends Noted {
  /** How many entries the file has, applied or not: payments, answers, or movements. */
  readonly transactions: number;
}

/** Part of the file turned out not to fit when something was written already: it is applied again, without that part. */
export class ApplyAgain extends Error {
  override readonly name = "ApplyAgain";
}

/** Understands received files of some formats. */
export interface IncomingHandler {
  readonly formats: readonly BankFileFormat[];
  /** Only files over connections for this rail; undefined: over any connection. */
  readonly rail?: BankRail;
  /**
   * Reads and checks a file, outside any transaction. Returns a quarantine if it is malformed or addressed to someone
   * else. Throwing means that the service has a problem: the file is read again later.
   */
  read(file: ArrivedFile): Promise<Interpretation | Quarantine>;
}
