import assert from "node:assert/strict";
import { Readable } from "node:stream";
import {
  type Corrections,
  changeBatchHeader,
  changeNoticeOf,
  type EntryInBatch,
  type NachaFile,
  nachaText,
  readNachaFile,
  returnBatchHeader,
  returnOf,
} from "bursar-bank-formats/nacha";
import { isBankingDay } from "bursar-banking/calendar/business-day";
import type { AchConnection } from "#bank/file-rails/ach/ach-connection.ts";
import type { BankFiles, ConnectionSource } from "#bank/file-rails/channels.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { Death } from "../faults/dying-database.ts";

/** A file as the bank received it, and the payments that the service says are in it. */
export interface DeliveredFile {
  readonly fileId: string;
  readonly name: string;
  readonly messageId: string;
  readonly text: string;
  readonly transactionIds: readonly TransactionId[];
  readonly rehearsal: boolean;
}

/** The originating bank: receives files, reads them strictly, and writes files of its own. */
export interface AchBank {
  readonly files: BankFiles;
  readonly delivered: DeliveredFile[];
  /** The same bank for a process that dies. */
  filesFor(death: Death): BankFiles;
}

/** Files reach the bank once they are recorded; sending them is tested with the module that sends. */
export function achBank(): AchBank {
  const delivered: DeliveredFile[] = [];
  const filesFor = (death?: Death): BankFiles => ({
    store: async (_, source) => {
      const parts: Uint8Array[] = [];
      death?.step();
      for await (const part of source) parts.push(part);
      death?.step();
      const plain = Buffer.concat(parts);
      // Nothing is encrypted here.
      return { objectName: "", key: plain, bytes: plain.length, sha256: plain, small: undefined };
    },
    record: async (tx, _, files) =>
      tx.afterCommit(() => {
        for (const { fileId, name, messageId, payments, rehearsal, content } of files) {
          const transactionIds = payments.map((payment) => payment.transactionId);
          delivered.push({ fileId, name, messageId, text: content.key.toString("latin1"), transactionIds, rehearsal });
        }
      }),
    holdMode: async () => true,
    outcomesOf: async (_, __, fileIds) =>
      new Map(fileIds.flatMap((id) => (delivered.some(({ fileId }) => fileId === id) ? [[id, "sent"] as const] : []))),
    hasUnprocessed: async () => false,
    contentOf: async (_, { fileId }) => {
      const file = delivered.find((deliveredFile) => deliveredFile.fileId === fileId);
      return file && Readable.from([Buffer.from(file.text, "latin1")]);
    },
    answerableAmong: async (_, __, fileIds) => new Set(fileIds),
    accept: async (_, __, fileIds) => fileIds.length,
    reject: async () => true,
  });
  return { files: filesFor(), delivered, filesFor };
}

export const achConnection = (
  connectionId: string,
  {
    settings = {},
    ...rest
  }: Partial<Omit<AchConnection, "settings">> & { settings?: Partial<AchConnection["settings"]> } = {},
): AchConnection => ({
  // The test created the ID.
  connectionId: connectionId as AchConnection["connectionId"],
  mode: "live",
  serves: () => true,
  ...rest,
  settings: {
    immediateDestination: "091000019",
    immediateDestinationName: "FIRST BANK",
    immediateOrigin: "1123456789",
    immediateOriginName: "ACME INC",
    companyName: "ACME INC",
    companyIdentification: "1123456789",
    companyEntryDescription: "PAYMENT",
    odfiIdentification: "09100001",
    windows: [{ at: "18:30", sameDay: false }],
    sameDayMaxMinor: 100_000_000n,
    prenotes: false,
    lineEnding: "crlf",
    acceptsMixedBatches: false,
    offsetOf: undefined,
    fileIdModifier: "lettersFirst",
    fileName: "ach-{date}-{number}.txt",
    acknowledgmentTemplates: [],
    answerWithinMs: 4 * 3_600_000,
    ...settings,
  },
});

/** Connections by account, which a test may change. */
export const achChannels = (
  organizationId: OrganizationId,
  connections: ReadonlyMap<string, AchConnection>,
): ConnectionSource<AchConnection> => ({
  findConnection: async (_, __, id) => [...connections.values()].find(({ connectionId }) => connectionId === id),
  connectionsOf: async (_, id) =>
    // The test's keys are account IDs.
    id === organizationId
      ? (connections as Awaited<ReturnType<ConnectionSource<AchConnection>["connectionsOf"]>>)
      : new Map(),
});

/** Reads a file as strictly as a bank does, with the rules of an originator's bank. */
export function readStrictly(text: string): NachaFile {
  const file = readNachaFile(text);
  for (const { header } of file.batches) {
    assert.ok(header.effectiveEntryDate !== undefined && header.effectiveEntryDate >= file.header.fileCreationDate);
    assert.ok(isBankingDay(Temporal.PlainDate.from(header.effectiveEntryDate)));
  }
  return file;
}

/** All entries that the bank received, in order. */
export const entriesIn = (file: NachaFile): readonly EntryInBatch[] =>
  file.batches.flatMap(({ header, entries }) => entries.map((entry) => ({ header, entry })));

const ANSWERING_BANK = "02100002";

const answerHeader = (original: NachaFile["header"], date: string): NachaFile["header"] => ({
  ...original,
  immediateDestination: "091000019",
  immediateOrigin: "091000019",
  fileCreationDate: date,
  fileIdModifier: "Z",
});

let answerTraceNumbers = 0;
const nextTrace = (): string => {
  answerTraceNumbers += 1;
  return ANSWERING_BANK + String(answerTraceNumbers).padStart(7, "0");
};

/** A file of returns with these codes. */
export const returnFile = (
  original: NachaFile,
  returns: readonly { readonly entry: EntryInBatch; readonly code: string; readonly traceNumber?: string }[],
  date: string,
): string =>
  nachaText({
    header: answerHeader(original.header, date),
    batches: returns.map(({ entry, code, traceNumber = nextTrace() }) => ({
      header: returnBatchHeader(entry.header, ANSWERING_BANK),
      entries: [returnOf(entry, { returnReasonCode: code, traceNumber })],
    })),
  });

/** A file of notifications of change. */
export const changeFile = (
  original: NachaFile,
  changes: readonly { readonly entry: EntryInBatch; readonly code: string; readonly corrections: Corrections }[],
  date: string,
): string =>
  nachaText({
    header: answerHeader(original.header, date),
    batches: changes.map(({ entry, code, corrections }) => ({
      header: changeBatchHeader(entry.header, ANSWERING_BANK),
      entries: [changeNoticeOf(entry, { changeCode: code, corrections, traceNumber: nextTrace() })],
    })),
  });
