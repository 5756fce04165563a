import { accountabilityKindOf } from "bursar-bank-formats/iso20022";
import { type BankFileFormat, type BankFileId, filedAmong, type IncomingHandler } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { type Reporting, reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { knownReturns } from "../answers/answers.queries.ts";
import { answerIdOf, type BankAnswer } from "../answers/bank-answer.ts";
import { orQuarantine, quarantine } from "../answers/quarantined-file.ts";
import { recordAnswers } from "../answers/record-answers.ts";
import type { BankFiles } from "../channels.ts";
import type { RailTools } from "../rail-part.ts";
import type { TransferConnection, TransferRail } from "../transfer-messages/transfer-connection.ts";
import { paymentIdentifications } from "../transfer-messages/transfer-identifications.ts";
import { acceptTransferFile, rejectTransferFile } from "../transfers/answer-transfer-file.ts";
import { lockTransferFile } from "../transfers/transfer-files.queries.ts";
import { transferStates } from "../transfers/transfer-states.ts";
import { decideTransfers, expectAnswers, type TransferRow } from "../transfers/transfers.queries.ts";
import { findTransfers, type NamedTransfers } from "./find-transfers.ts";
import {
  type ReturnedTransfer,
  readTransferAnswers,
  type TransferAnswers,
  type TransferStatus,
} from "./read-transfer-answers.ts";

export interface ReceivedTransferAnswers extends TransferAnswers {
  readonly organizationId: OrganizationId;
  readonly connection: TransferConnection;
  /** The received file. */
  readonly fileId: BankFileId;
}

interface ApplyTools {
  readonly service: Pick<Service, "clock" | "database" | "log" | "vault">;
  readonly files: BankFiles;
}

const formats = ["pain.002", "pacs.002", "pacs.004"] as const;
type AnswerFormat = (typeof formats)[number];

const isAnswer = (format: BankFileFormat): format is AnswerFormat => formats.some((one) => one === format);

/** Processes what banks send back about wires or real-time payments: status reports and returns. */
export const transferHandler = (
  service: ApplyTools["service"],
  { channels, files }: Pick<RailTools<TransferConnection>, "channels" | "files">,
  rail: TransferRail,
): IncomingHandler => ({
  rail,
  formats,
  read: (file) =>
    orQuarantine(async () => {
      const { organizationId, connectionId, fileId, format } = file;
      if (!isAnswer(format)) return quarantine(`Files of the format ${format} say nothing about payments.`);
      const connection = await channels.findConnection(service.database, organizationId, connectionId);
      if (connection === undefined) return quarantine("Its bank connection was removed.");
      const answers = await readTransferAnswers(file.chunks(), format);
      const received: ReceivedTransferAnswers = { ...answers, organizationId, connection, fileId };
      const apply = (tx: Tx) =>
        orQuarantine(async () => {
          const about = await applyTransferAnswers({ service, files }, tx, received);
          return {
            transactions: answers.statuses.length + answers.returns.length,
            payments: about.map((payment) => ({ ...payment, purpose: "answer" as const })),
          };
        });
      return { messageId: answers.messageId, apply };
    }),
});

/** What a report says about one payment, in the words of its states. */
interface Decision {
  readonly trigger: "settle" | "reject" | "block" | "return";
  readonly code: string | undefined;
  readonly trackingNumber: string | undefined;
  readonly returnId?: string | undefined;
}

/**
 * Applies a report, in the transaction that marks its file as processed. What was applied before changes nothing. Throws
 * QuarantinedFile if any of it does not fit what was sent, or contradicts what the bank has said. Returns the payments
 * that it is about.
 */
export async function applyTransferAnswers(
  tools: ApplyTools,
  tx: Tx,
  received: ReceivedTransferAnswers,
): Promise<readonly { readonly transactionId: TransactionId; readonly reference: string }[]> {
  const { organizationId, connection } = received;
  const named = await findTransfers(tx, { organizationId, connectionId: connection.connectionId }, received);
  const decisions = new Map<TransferRow, Decision | undefined>();
  for (const status of bySpecificity(received.statuses)) {
    const rows = status.about === "payment" ? [named.one(status)] : named.all(status);
    for (const row of rows) await decide(tools, tx, { received, decisions, row, status });
  }
  for (const one of received.returns) addReturn(decisions, named.one(one), one);
  await applyDecisions(tools, tx, received, decisions);
  await answerMessages(tools, tx, { received, named, rows: [...decisions.keys()] });
  return [...decisions.keys()].map((row) => ({ transactionId: row.transaction_id, reference: row.end_to_end_id }));
}

const order = { payment: 0, batch: 1, file: 2 } as const;

/** What is said about a payment itself counts more than what is said about its batch or message. */
const bySpecificity = (statuses: readonly TransferStatus[]): readonly TransferStatus[] =>
  statuses.toSorted((a, b) => order[a.about] - order[b.about]);

/** What a decision says about its payment, in a sentence. */
const said = { settle: "settled", reject: "rejected", block: "blocked", return: "returned" } as const;

const triggers = { settled: "settle", rejected: "reject", blocked: "block" } as const;

interface StatusToApply {
  readonly received: ReceivedTransferAnswers;
  readonly decisions: Map<TransferRow, Decision | undefined>;
  readonly row: TransferRow;
  readonly status: TransferStatus;
}

async function decide(
  { service }: ApplyTools,
  tx: Tx,
  { received, decisions, row, status }: StatusToApply,
): Promise<void> {
  const { outcome, code, about } = status;
  const known = decisions.get(row);
  if (outcome === "pending" || outcome === "partial") {
    decisions.set(row, known);
    return;
  }
  if (outcome === "rejected" && (await isTooEarly(service, tx, received, { row, code }))) {
    decisions.set(row, known);
    return;
  }
  const trigger = triggers[outcome];
  if (known === undefined) {
    decisions.set(row, { trigger, code, trackingNumber: trackingNumberOf(received.connection, row, status) });
    return;
  }
  // A rejected message may name the payments that screening stopped.
  const agrees =
    known.trigger === trigger || (about !== "payment" && trigger === "reject" && known.trigger === "block");
  if (!agrees)
    quarantine(`It says that the payment ${row.end_to_end_id} was both ${said[known.trigger]} and ${outcome}.`);
}

/** A bank that has not received a payment may receive it a moment later: files overtake each other. */
const NOT_RECEIVED = "NOOR";
const OVERTAKEN_MS_MAX = 10 * MINUTE_MS;

async function isTooEarly(
  { clock }: Pick<Service, "clock">,
  tx: Tx,
  { organizationId }: ReceivedTransferAnswers,
  { row, code }: { readonly row: TransferRow; readonly code: string | undefined },
): Promise<boolean> {
  if (code !== NOT_RECEIVED) return false;
  const file = await lockTransferFile(tx, organizationId, row.file_id);
  return file?.written_at != null && plusMs(file.written_at, OVERTAKEN_MS_MAX) > clock.now();
}

/** By which every bank finds a payment: its UETR, or its end-to-end ID where the message has no place for a UETR. */
const ownReference = ({ settings: { message } }: TransferConnection, row: TransferRow): string => {
  const hasUetr =
    message.name === "pacs.008.001.08" ? message.network === "fednow" : message.name !== "pain.001.001.03";
  return hasUetr ? row.uetr : row.end_to_end_id;
};

/** The network's reference, or ours. */
function trackingNumberOf(
  connection: TransferConnection,
  row: TransferRow,
  { networkReference }: TransferStatus,
): string {
  if (networkReference === undefined) return ownReference(connection, row);
  // Some banks put their own reference into the network's place; only Fedwire's form is known.
  const looksLikeFedwire = /^\d{8}/.test(networkReference);
  return looksLikeFedwire && accountabilityKindOf(networkReference) === undefined
    ? ownReference(connection, row)
    : networkReference;
}

function addReturn(
  decisions: Map<TransferRow, Decision | undefined>,
  row: TransferRow,
  { amountMinor, currency, code, returnId }: ReturnedTransfer,
): void {
  if (currency !== "USD" || amountMinor !== row.amount_minor)
    quarantine(
      `It returns another amount than that of the payment ${row.end_to_end_id}, perhaps after charges. Ask the bank, and correct the books by hand.`,
    );
  if (decisions.has(row)) quarantine(`It returns the payment ${row.end_to_end_id} twice.`);
  decisions.set(row, { trigger: "return", code: code ?? "NARR", trackingNumber: undefined, returnId });
}

/** Decisions that move their payments; the others repeat what is known. Throws QuarantinedFile for contradictions. */
async function applyDecisions(
  { service }: ApplyTools,
  tx: Tx,
  { organizationId, connection, fileId }: ReceivedTransferAnswers,
  decisions: ReadonlyMap<TransferRow, Decision | undefined>,
): Promise<void> {
  await requireOwn(service, tx, organizationId, [...decisions.keys()]);
  const now = service.clock.now();
  const answers: BankAnswer[] = [];
  const moves: { readonly transactionId: TransactionId; readonly decision: Decision }[] = [];
  const repeats: { row: TransferRow; decision: Decision }[] = [];
  const waiting: BankFileId[] = [];
  let undecided = 0;
  for (const [row, decision] of decisions) {
    assert(row.amount_minor > 0n, "a transfer moves a positive amount");
    if (row.state === "planned" || row.state === "withdrawn")
      return quarantine(`It is about the payment ${row.end_to_end_id}, which was not sent.`);
    if (decision === undefined) {
      undecided += 1;
      if (row.state === "sent") waiting.push(row.file_id);
      continue;
    }
    if (transferStates.next(row.state, decision.trigger) === undefined) {
      repeats.push({ row, decision });
      continue;
    }
    moves.push({ transactionId: row.transaction_id, decision });
    answers.push(...answersOf(connection, row, { decision, now }));
  }
  assert(
    moves.length + repeats.length + undecided === decisions.size,
    "what a report says about a payment moves it, repeats what is known, or leaves it open",
  );
  assert(answers.length >= moves.length, "each payment that moves is answered");
  await requireRepeats(tx, organizationId, repeats);
  for (const [trigger, theirs] of Map.groupBy(moves, ({ decision }) => decision.trigger)) {
    const decided = theirs.map(({ transactionId, decision }) => ({
      transactionId,
      trackingNumber: decision.trackingNumber,
    }));
    const moved = await decideTransfers(tx, organizationId, { trigger, decided, at: now });
    assert(moved === decided.length, "locked payments move by the table of their states");
  }
  if (answers.length > 0) await recordAnswers(tx, organizationId, { answers, sourceFileId: fileId, now });
  const { queryAfterMs } = connection.settings;
  if (waiting.length > 0 && queryAfterMs !== undefined)
    await expectAnswers(tx, organizationId, { fileIds: waiting, askAt: plusMs(now, queryAfterMs) });
}

/** What identifies a payment follows from its ID, and which message has it never changes: rows that differ were edited. */
async function requireOwn(
  service: Reporting,
  tx: Tx,
  organizationId: OrganizationId,
  rows: readonly TransferRow[],
): Promise<void> {
  const ids = rows.map((row) => row.transaction_id);
  const files = new Map((await filedAmong(tx, organizationId, ids)).map((row) => [row.transaction_id, row.file_id]));
  for (const { transaction_id: key, ...row } of rows) {
    const { endToEndId, uetr } = paymentIdentifications(key);
    const fileId = files.get(key) ?? row.file_id;
    if (row.end_to_end_id === endToEndId && row.uetr === uetr && row.file_id === fileId) continue;
    reportUnproven(service, { organizationId, table: "transfers", key });
    quarantine(
      `It is about the payment ${row.end_to_end_id}, which was changed in the database. See bursar rows list.`,
    );
  }
}

const outcomes = { settle: "confirmed", reject: "rejected", block: "blocked", return: "returned" } as const;

/** The answers that payments receive. What was returned had settled, even if the bank has not said so. */
function answersOf(
  connection: TransferConnection,
  row: TransferRow,
  { decision, now }: { readonly decision: Decision; readonly now: Date },
): readonly BankAnswer[] {
  const { transaction_id: transactionId } = row;
  const { trigger, code } = decision;
  const answer = (outcome: BankAnswer["outcome"], ...words: readonly [string, ...string[]]): BankAnswer => ({
    answerId: answerIdOf(transactionId, ...words),
    transactionId,
    outcome,
    answeredAt: now,
  });
  const confirmed = (trackingNumber = ownReference(connection, row)) => ({
    ...answer("confirmed", "confirmed"),
    trackingNumber,
  });
  if (trigger === "settle") return [confirmed(decision.trackingNumber)];
  if (trigger === "return") {
    const returned = { ...answer("returned", "returned", ...returnName(decision)), code };
    return row.state === "settled" ? [returned] : [confirmed(), returned];
  }
  return [{ ...answer(outcomes[trigger], outcomes[trigger]), code: code ?? "BF-REJECTED" }];
}

const returnName = ({ code = "", returnId = "" }: Decision): readonly [string, string] => [code, returnId];

const saidBefore = {
  settle: ["settled", "returned"],
  reject: ["rejected"],
  block: ["blocked"],
  return: ["returned"],
} as const satisfies Readonly<Record<Decision["trigger"], readonly TransferRow["state"][]>>;

/** What moves nothing must be what the bank has said before. A return is another one if it has another identification. */
async function requireRepeats(
  tx: Tx,
  organizationId: OrganizationId,
  repeats: readonly { readonly row: TransferRow; readonly decision: Decision }[],
): Promise<void> {
  const contradiction = repeats.find(
    ({ row, decision }) => !saidBefore[decision.trigger].some((state) => state === row.state),
  );
  if (contradiction !== undefined) {
    const { row, decision } = contradiction;
    quarantine(
      `It says that the payment ${row.end_to_end_id} was ${outcomes[decision.trigger]}, but the bank has said that it was ${row.state}. Ask the bank what is right.`,
    );
  }
  const returns = repeats.filter(({ decision }) => decision.trigger === "return");
  if (returns.length === 0) return;
  const ids = returns.map(({ row }) => row.transaction_id);
  const known = new Set((await knownReturns(tx, organizationId, ids)).map((row) => row.answer_id));
  for (const { row, decision } of returns)
    if (!known.has(answerIdOf(row.transaction_id, "returned", ...returnName(decision))))
      quarantine(
        `The payment ${row.end_to_end_id} was returned before, by another return. Ask the bank which one is right.`,
      );
}

/** The bank has the messages that a report is about. A rejection of a whole message rejects its file. */
async function answerMessages(
  tools: ApplyTools,
  tx: Tx,
  {
    received: { organizationId, statuses },
    named,
    rows,
  }: { received: ReceivedTransferAnswers; named: NamedTransfers; rows: readonly TransferRow[] },
): Promise<void> {
  const rejections = new Map(
    statuses.flatMap((status) => {
      const fileId = status.about === "file" && status.outcome === "rejected" ? named.fileOf(status) : undefined;
      return fileId === undefined ? [] : [[fileId, status.code] as const];
    }),
  );
  for (const fileId of [...new Set(rows.map((row) => row.file_id))].sort()) {
    const answered = { organizationId, fileId };
    if (rejections.has(fileId)) await rejectTransferFile(tools, tx, { ...answered, code: rejections.get(fileId) });
    else await acceptTransferFile(tools, tx, answered);
  }
}
