import { setImmediate as nextTurn } from "node:timers/promises";
import { ReportEntry10 } from "../messages/generated.ts";
import type { MessageName } from "../messages/message-tables.ts";
import { ReportEntry2 } from "../messages/version-2009/statement-entries.ts";
import type { ValueOf } from "../schema/element-types.ts";
import type { PassingElement } from "../schema/read-element.ts";
import { beginMessage, type MessageReading, type ReadOptions, type ReceivedMessage } from "./read-message.ts";

/** What is read in one turn of the event loop: a few milliseconds of work. */
const TURN_BYTES = 32 * 1024;

/** A file in pieces, such as a stream of the file system. */
export type FileChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Pieces of a few milliseconds of work, each in a turn of its own. */
export async function* turns(chunks: FileChunks): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += TURN_BYTES) {
      yield chunk.subarray(at, at + TURN_BYTES);
      await nextTurn();
    }
  }
}

/** Like `readMessage`, from a file of any size up to `bytesMax`, without blocking the event loop. */
export async function readMessageFrom<M extends MessageName>(
  chunks: FileChunks,
  accepted: readonly M[],
  options: ReadOptions = {},
): Promise<ReceivedMessage<M>> {
  const reading = beginMessage(accepted, options);
  for await (const chunk of turns(chunks)) reading.write(chunk);
  // The reader accepts no other message than those of M.
  return reading.close() as ReceivedMessage<M>;
}

/** The messages that report entries of an account. */
export type StatementName = "camt.052.001.08" | "camt.053.001.02" | "camt.053.001.08" | "camt.054.001.08";

export const statementNames: readonly StatementName[] = [
  "camt.052.001.08",
  "camt.053.001.02",
  "camt.053.001.08",
  "camt.054.001.08",
];

/** One entry by its ISO 20022 names, in either version. */
export type StatementEntry = ValueOf<typeof ReportEntry10> | ValueOf<typeof ReportEntry2>;

export type StatementPart =
  | {
      readonly kind: "entry";
      readonly entry: StatementEntry;
      /** Which `Stmt`, `Rpt`, or `Ntfctn` of the file the entry is in, counted from 0. */
      readonly statementIndex: number;
    }
  /** The last part: everything but the entries. Only now is the file known to be complete and valid. */
  | { readonly kind: "end"; readonly received: ReceivedMessage<StatementName> };

/** Statements have no size limit by default: memory holds one entry at a time. */
const STATEMENT_BYTES_MAX = Number.MAX_SAFE_INTEGER;

/**
 * Reads a statement of any size entry by entry. Memory is bounded by the largest entry. Throws Iso20022Error where the
 * file is wrong, which may be after entries were handed over: keep them apart until the last part has arrived.
 */
export async function* readStatementParts(
  chunks: FileChunks,
  accepted: readonly StatementName[] = statementNames,
  options: ReadOptions = {},
): AsyncGenerator<StatementPart> {
  const waiting: StatementPart[] = [];
  const take: PassingElement["take"] = (value, statementIndex) => {
    // The reader has just built the value by the table of an entry.
    waiting.push({ kind: "entry", entry: value as StatementEntry, statementIndex });
  };
  const passing: PassingElement = { types: new Set([ReportEntry10, ReportEntry2]), take };
  const reading: MessageReading = beginMessage(accepted, { bytesMax: STATEMENT_BYTES_MAX, ...options }, passing);
  for await (const chunk of turns(chunks)) {
    reading.write(chunk);
    yield* waiting.splice(0);
  }
  // The reader accepts no other message than statements.
  yield { kind: "end", received: reading.close() as ReceivedMessage<StatementName> };
}
