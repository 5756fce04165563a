import {
  customerStatusReport,
  networkStatusReport,
  type OriginalMessage,
  type OriginalTransaction,
  paymentReturn,
  readMessage,
  type StatusReason,
  writeMessage,
} from "bursar-bank-formats/iso20022";
import type { Applied, BankFileFormat, BankFileId, Quarantine } from "#bank/exchange";
import type { ConnectionSource } from "#bank/file-rails/channels.ts";
import type { RailPart } from "#bank/file-rails/rail-part.ts";
import type { TransferConnection } from "#bank/file-rails/transfer-messages/transfer-connection.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

const agent = { routingNumber: "021000021" };

/** A connection for wires by default, as a test needs it. */
export const transferConnection = (
  connectionId: string,
  {
    settings = {},
    ...rest
  }: Partial<Omit<TransferConnection, "settings">> & { settings?: Partial<TransferConnection["settings"]> } = {},
): TransferConnection => ({
  // The test created the ID.
  connectionId: connectionId as TransferConnection["connectionId"],
  rail: "wire",
  mode: "live",
  serves: () => true,
  debtorOf: async () => ({
    party: { name: "Acme, Inc.", address: { townName: "New York", country: "US" } },
    account: { number: { other: "400000001" }, type: "CACC", currency: "USD" },
  }),
  ...rest,
  settings: {
    message: { name: "pain.001.001.09" },
    initiatingParty: { name: "Acme, Inc." },
    debtorAgent: agent,
    chargeBearer: "SHAR",
    cutOff: "17:00",
    limitMinor: undefined,
    queryAfterMs: undefined,
    fileName: "pain001-{date}-{number}.xml",
    answerWithinMs: 3_600_000,
    ...settings,
  },
});

/** A connection for real-time payments over FedNow, asked after 30 seconds. */
export const realTimeConnection = (
  connectionId: string,
  changes: Partial<Omit<TransferConnection, "settings">> = {},
): TransferConnection =>
  transferConnection(connectionId, {
    rail: "realTime",
    ...changes,
    settings: {
      message: { name: "pacs.008.001.08", network: "fednow" },
      cutOff: undefined,
      queryAfterMs: 30_000,
      chargeBearer: undefined,
      fileName: "pacs008-{date}-{number}.xml",
      limitMinor: 1_000_000_00n,
    },
  });

/** One connection that serves an account. */
export const transferChannels = (
  organizationId: OrganizationId,
  connections: ReadonlyMap<string, TransferConnection>,
): ConnectionSource<TransferConnection> => ({
  findConnection: async (_, __, id) => [...connections.values()].find(({ connectionId }) => connectionId === id),
  connectionsOf: async (_, id) =>
    // The test's keys are account IDs.
    id === organizationId
      ? (connections as Awaited<ReturnType<ConnectionSource<TransferConnection>["connectionsOf"]>>)
      : new Map(),
});

/** A payment in a message that the bank received. */
export interface SentTransfer {
  readonly message: OriginalMessage;
  readonly transaction: OriginalTransaction & { readonly endToEndId: string };
  readonly accountNumber: string;
}

/** The payments in a message, as strictly read as by a bank. */
export function transfersIn(text: string): readonly SentTransfer[] {
  if (text.includes("FIToFICstmrCdtTrf")) {
    const { content } = readMessage(text, ["pacs.008.001.08"]).message;
    const message = { messageId: content.GrpHdr.MsgId, messageName: "pacs.008.001.08" };
    return content.CdtTrfTxInf.map(({ PmtId, CdtrAcct }) => sentOf(message, PmtId, CdtrAcct?.Id.Othr?.Id));
  }
  const { content } = readMessage(text, ["pain.001.001.09"]).message;
  const message = { messageId: content.GrpHdr.MsgId, messageName: "pain.001.001.09" };
  return content.PmtInf.flatMap(({ CdtTrfTxInf }) =>
    CdtTrfTxInf.map(({ PmtId, CdtrAcct }) => sentOf(message, PmtId, CdtrAcct?.Id.Othr?.Id)),
  );
}

const sentOf = (
  message: OriginalMessage,
  ids: { readonly InstrId?: string | undefined; readonly EndToEndId: string; readonly UETR?: string | undefined },
  accountNumber = "",
): SentTransfer => ({
  message,
  accountNumber,
  transaction: {
    ...(ids.InstrId === undefined ? {} : { instructionId: ids.InstrId }),
    endToEndId: ids.EndToEndId,
    ...(ids.UETR === undefined ? {} : { uetr: ids.UETR }),
  },
});

let reports = 0;
const reportId = (): string => {
  reports += 1;
  return `REPORT-${reports}`;
};

export interface Said {
  readonly status: string;
  readonly reason?: StatusReason;
  readonly networkReference?: string;
}

const createdAt = "2026-11-20T16:00:00Z";

/** The bank's pacs.002 about one payment. */
export const networkReport = ({ message, transaction }: SentTransfer, { status, reason, networkReference }: Said) =>
  writeMessage(
    networkStatusReport({
      messageId: reportId(),
      createdAt,
      original: message,
      transactions: [
        {
          original: transaction,
          status,
          ...(reason === undefined ? {} : { reasons: [reason] }),
          ...(networkReference === undefined ? {} : { networkReference }),
        },
      ],
    }),
  );

/** The bank's pain.002 about a message, and some of its payments. */
export const customerReport = (
  message: OriginalMessage,
  fileStatus: string | undefined,
  answers: readonly (readonly [SentTransfer, Said])[] = [],
) =>
  writeMessage(
    customerStatusReport({
      messageId: reportId(),
      createdAt,
      original: message,
      ...(fileStatus === undefined ? {} : { fileStatus }),
      batches:
        answers.length === 0
          ? []
          : [
              {
                batchId: "B1",
                transactions: answers.map(([{ transaction }, { status, reason, networkReference }]) => ({
                  original: transaction,
                  status,
                  ...(reason === undefined ? {} : { reasons: [reason] }),
                  ...(networkReference === undefined ? {} : { networkReference }),
                })),
              },
            ],
    }),
  );

/** The bank's pacs.004: the money of a payment comes back. */
export const returnMessage = (
  { message, transaction }: SentTransfer,
  { returnId = "R1", amountMinor, code = "AC04" }: { returnId?: string; amountMinor: bigint; code?: string },
) =>
  writeMessage(
    paymentReturn({
      messageId: reportId(),
      createdAt,
      returnId,
      original: message,
      transaction,
      reason: { code },
      originalAmount: { Ccy: "USD", amountMinor },
      returnedAmount: { Ccy: "USD", amountMinor },
      settlementDate: "2026-11-20",
    }),
  );

const formatOf = (text: string): BankFileFormat => {
  if (text.includes("pain.002")) return "pain.002";
  return text.includes("pacs.004") ? "pacs.004" : "pacs.002";
};

/** The bank's file is applied; returns why it was set aside, or why something in it is an open item. */
export async function receiveAnswer(
  service: Service,
  part: RailPart,
  over: AnsweredConnection,
  text: string,
): Promise<string | undefined> {
  const read = await readAnswer(service, part, over, text);
  if ("quarantine" in read) return read.quarantine;
  let problem: string | undefined;
  await service.database
    .transaction(async (tx) => {
      const applied = await read.apply(tx, async () => undefined);
      problem = problemOf(applied);
      if ("quarantine" in applied) throw new SetAside();
    })
    .catch((error: unknown) => {
      if (!(error instanceof SetAside)) throw error;
    });
  return problem;
}

const problemOf = (applied: Applied | Quarantine): string | undefined =>
  "quarantine" in applied ? applied.quarantine : applied.items?.map(({ reason }) => reason).join(" ") || undefined;

/** The same for files that arrived together; those that wait for others are applied in the next round. */
export async function receiveTogether(
  service: Service,
  part: RailPart,
  over: AnsweredConnection,
  texts: readonly string[],
): Promise<{ readonly problems: readonly (string | undefined)[]; readonly rounds: number }> {
  const read = await Promise.all(texts.map((text) => readAnswer(service, part, over, text)));
  const problems = new Map<unknown, string | undefined>();
  for (const file of read) if ("quarantine" in file) problems.set(file, file.quarantine);
  let rounds = 0;
  for (let left = read.filter((file) => ("apply" in file)); left.length > 0; rounds += 1) {
    const { together } = left[0] ?? {};
    if (together === undefined) throw new Error("Answers about transfers are applied together");
    const results = await service.database.transaction((tx) => together(tx, left));
    for (const [file, result] of results) problems.set(file, problemOf(result));
    left = left.filter((file) => !results.has(file));
  }
  return { problems: read.map((file) => problems.get(file)), rounds };
}

type AnsweredConnection = Pick<TransferConnection, "connectionId"> & { readonly organizationId: OrganizationId };

const readAnswer = (
  service: Service,
  part: RailPart,
  { organizationId, connectionId }: AnsweredConnection,
  text: string,
) =>
  part.handler.read({
    organizationId,
    connectionId,
    rail: part.rail,
    format: formatOf(text),
    name: "answer.xml",
    fileId: service.newId<BankFileId>(),
    bytes: text.length,
    isByHand: false,
    isAccepted: false,
    chunks: async function* () {
      yield Buffer.from(text);
    },
  });

class SetAside extends Error {}
