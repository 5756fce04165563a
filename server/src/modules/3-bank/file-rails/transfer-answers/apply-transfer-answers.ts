import { accountabilityKindOf } from "bursar-bank-formats/iso20022";
import {
  type Applied,
  type ApplyTogether,
  type BankFileFormat,
  type BankFileId,
  type ConnectionId,
  filedAmong,
  type IncomingHandler,
  type Interpretation,
  type Quarantine,
} from "#bank/exchange";
import { assert, present } from "#kernel/assert.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { type Reporting, reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { knownReturns } from "../answers/answers.queries.ts";
import { type AnswerId, answerIdOf, type BankAnswer } from "../answers/bank-answer.ts";
import { orQuarantine, quarantine } from "../answers/quarantined-file.ts";
import { recordAnswers } from "../answers/record-answers.ts";
import type { RailTools } from "../rail-part.ts";
import type { TransferConnection, TransferRail } from "../transfer-messages/transfer-connection.ts";
import { paymentIdentifications } from "../transfer-messages/transfer-identifications.ts";
import { acceptTransferFiles, rejectTransferFile } from "../transfers/answer-transfer-file.ts";
import { lockTransferFiles, type TransferFileRow } from "../transfers/transfer-files.queries.ts";
import { transferStates } from "../transfers/transfer-states.ts";
import { decideTransfers, expectAnswers, type TransferRow } from "../transfers/transfers.queries.ts";
import { findTransfers, type NamedTransfers } from "./find-transfers.ts";
import {
  type ReturnedTransfer,
  readTransferAnswers,
  type TransferAnswers,
  type TransferStatus,
} from "./read-transfer-answers.ts";

/** A report that was read, with the file that has it. */
export interface ReceivedTransferAnswers extends TransferAnswers {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  /** The received file. */
  readonly fileId: BankFileId;
}

interface ApplyTools extends Pick<RailTools<TransferConnection>, "channels" | "files"> {
  readonly service: Pick<Service, "clock" | "database" | "log" | "vault">;
}

const formats = ["pain.002", "pacs.002", "pacs.004"] as const;
type AnswerFormat = (typeof formats)[number];

const isAnswer = (format: BankFileFormat): format is AnswerFormat => formats.some((one) => one === format);

/** Processes what banks send back about wires or real-time payments: status reports and returns. */
export function transferHandler(
  service: ApplyTools["service"],
  { channels, files }: Pick<RailTools<TransferConnection>, "channels" | "files">,
  rail: TransferRail,
): IncomingHandler {
  const reports = new WeakMap<Interpretation, ReceivedTransferAnswers>();
  const reportOf = (file: Interpretation) =>
    present(reports.get(file), "a file is applied by the handler that read it");
  const together: ApplyTogether = async (tx, read) => {
    const results = await applyTransferAnswers({ service, channels, files }, tx, read.map(reportOf));
    return new Map(
      read.flatMap((file) => {
        const result = results.get(reportOf(file));
        return result === undefined ? [] : [[file, result] as const];
      }),
    );
  };
  return {
    rail,
    formats,
    read: ({ organizationId, connectionId, fileId, format, chunks }) =>
      orQuarantine(async () => {
        if (!isAnswer(format)) return quarantine(`Files of the format ${format} say nothing about payments.`);
        const answers = await readTransferAnswers(chunks(), format);
        const interpretation: Interpretation = {
          messageId: answers.messageId,
          together,
          apply: async (tx) =>
            present((await together(tx, [interpretation])).get(interpretation), "one file is applied"),
        };
        reports.set(interpretation, { ...answers, organizationId, connectionId, fileId });
        return interpretation;
      }),
  };
}

/** What a report says about one payment, in the words of its states. */
interface Decision {
  readonly trigger: "settle" | "reject" | "block" | "return";
  readonly code: string | undefined;
  readonly trackingNumber: string | undefined;
  readonly returnId?: string | undefined;
}

/** What is known of everything that some reports name, before any of them is applied. All of it is locked. */
interface Known {
  readonly connection: TransferConnection;
  readonly named: NamedTransfers;
  /** The messages of the payments that are named. */
  readonly messages: ReadonlyMap<BankFileId, TransferFileRow>;
  /** Those whose files were sent, or may have been. */
  readonly answerable: ReadonlySet<BankFileId>;
  /** The file that each payment is in, by rows that never change. */
  readonly filed: ReadonlyMap<TransactionId, BankFileId>;
  readonly returns: ReadonlySet<AnswerId>;
  readonly now: Date;
}

/** What follows from a report. */
interface Judgment {
  readonly report: ReceivedTransferAnswers;
  /** The payments that it is about. */
  readonly rows: readonly TransferRow[];
  readonly moves: readonly { readonly transactionId: TransactionId; readonly decision: Decision }[];
  readonly answers: readonly BankAnswer[];
  /** Messages without a decision about a payment: the bank is asked later. */
  readonly waiting: readonly BankFileId[];
  readonly accepted: readonly BankFileId[];
  readonly rejected: readonly { readonly fileId: BankFileId; readonly code: string | undefined }[];
}

/**
 * Applies reports of one connection, in the transaction that marks their files as processed. What was applied before
 * changes nothing. A report changes nothing and is quarantined if any of it does not fit what was sent, or contradicts what
 * the bank has said. Left out of the result are reports about payments or messages of an earlier one.
 */
export async function applyTransferAnswers(
  tools: ApplyTools,
  tx: Tx,
  reports: readonly ReceivedTransferAnswers[],
): Promise<ReadonlyMap<ReceivedTransferAnswers, Applied | Quarantine>> {
  const results = new Map<ReceivedTransferAnswers, Applied | Quarantine>();
  const [first] = reports;
  if (first === undefined) return results;
  const { organizationId, connectionId } = first;
  const connection = await tools.channels.findConnection(tx, organizationId, connectionId);
  if (connection === undefined)
    return new Map(reports.map((report) => [report, { quarantine: "Its bank connection was removed." }]));
  const known = await lookUp(tools, tx, { organizationId, connection, reports });
  const judgments: Judgment[] = [];
  const touched = new Set<TransactionId | BankFileId>();
  for (const report of reports) {
    assert(report.connectionId === connectionId, "reports that are applied together came over one connection");
    const judged = await orQuarantine(async () => judge(tools.service, known, report));
    if ("quarantine" in judged) {
      // It may fit once an earlier one is applied.
      const names = [...report.statuses, ...report.returns].flatMap((transfer) => known.named.idsOf(transfer));
      if (!names.some((id) => touched.has(id))) results.set(report, judged);
      continue;
    }
    const concerned = judged.rows.flatMap((row) => [row.transaction_id, row.file_id]);
    if (concerned.some((id) => touched.has(id))) continue;
    for (const id of concerned) touched.add(id);
    judgments.push(judged);
    results.set(report, {
      transactions: report.statuses.length + report.returns.length,
      payments: judged.rows.map((row) => ({
        transactionId: row.transaction_id,
        reference: row.end_to_end_id,
        purpose: "answer",
      })),
    });
  }
  await applyJudgments(tools, tx, { organizationId, known, judgments });
  return results;
}

/** Finds and locks everything that the reports name. */
async function lookUp(
  { service, files }: ApplyTools,
  tx: Tx,
  {
    organizationId,
    connection,
    reports,
  }: {
    readonly organizationId: OrganizationId;
    readonly connection: TransferConnection;
    readonly reports: readonly ReceivedTransferAnswers[];
  },
): Promise<Known> {
  const { connectionId } = connection;
  const named = await findTransfers(tx, { organizationId, connectionId }, reports);
  const ids = named.rows.map((row) => row.transaction_id);
  const fileIds = [...new Set(named.rows.map((row) => row.file_id))];
  const messages = await lockTransferFiles(tx, organizationId, fileIds);
  const filed = await filedAmong(tx, organizationId, ids);
  const returns = reports.some((report) => report.returns.length > 0)
    ? await knownReturns(tx, organizationId, ids)
    : [];
  return {
    connection,
    named,
    messages: new Map(messages.map((file) => [file.file_id, file])),
    answerable: await files.answerableAmong(tx, organizationId, fileIds),
    filed: new Map(filed.map((row) => [row.transaction_id, row.file_id])),
    returns: new Set(returns.map((row) => row.answer_id)),
    now: service.clock.now(),
  };
}

/** Throws QuarantinedFile. Changes nothing. */
function judge(service: Reporting, known: Known, report: ReceivedTransferAnswers): Judgment {
  const { named } = known;
  const decisions = new Map<TransferRow, Decision | undefined>();
  for (const status of bySpecificity(report.statuses)) {
    const rows = status.about === "payment" ? [named.one(status)] : named.all(status);
    for (const row of rows) decide(known, { decisions, row, status });
  }
  for (const returned of report.returns) addReturn(decisions, named.one(returned), returned);
  const rows = [...decisions.keys()];
  requireOwn(service, known, { organizationId: report.organizationId, rows });
  return { report, rows, ...effectsOf(known, report, decisions), ...answersToMessages(known, report, rows) };
}

const order = { payment: 0, batch: 1, file: 2 } as const;

/** What is said about a payment itself counts more than what is said about its batch or message. */
const bySpecificity = (statuses: readonly TransferStatus[]): readonly TransferStatus[] =>
  statuses.toSorted((a, b) => order[a.about] - order[b.about]);

/** What a decision says about its payment, in a sentence. */
const said = { settle: "settled", reject: "rejected", block: "blocked", return: "returned" } as const;

const triggers = { settled: "settle", rejected: "reject", blocked: "block" } as const;

interface StatusToApply {
  readonly decisions: Map<TransferRow, Decision | undefined>;
  readonly row: TransferRow;
  readonly status: TransferStatus;
}

function decide(known: Known, { decisions, row, status }: StatusToApply): void {
  const { outcome, code, about } = status;
  const before = decisions.get(row);
  if (outcome === "pending" || outcome === "partial" || (outcome === "rejected" && isTooEarly(known, row, code))) {
    decisions.set(row, before);
    return;
  }
  const trigger = triggers[outcome];
  if (before === undefined) {
    decisions.set(row, { trigger, code, trackingNumber: trackingNumberOf(known.connection, row, status) });
    return;
  }
  // A rejected message may name the payments that screening stopped.
  const agrees =
    before.trigger === trigger || (about !== "payment" && trigger === "reject" && before.trigger === "block");
  if (!agrees)
    quarantine(`It says that the payment ${row.end_to_end_id} was both ${said[before.trigger]} and ${outcome}.`);
}

/** A bank that has not received a payment may receive it a moment later: files overtake each other. */
const NOT_RECEIVED = "NOOR";
const OVERTAKEN_MS_MAX = 10 * MINUTE_MS;

function isTooEarly({ messages, now }: Known, row: TransferRow, code: string | undefined): boolean {
  const writtenAt = messages.get(row.file_id)?.written_at;
  return code === NOT_RECEIVED && writtenAt != null && plusMs(writtenAt, OVERTAKEN_MS_MAX) > now;
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
function effectsOf(
  known: Known,
  { fileId }: ReceivedTransferAnswers,
  decisions: ReadonlyMap<TransferRow, Decision | undefined>,
): Pick<Judgment, "moves" | "answers" | "waiting"> {
  const { connection, now } = known;
  const answers: BankAnswer[] = [];
  const moves: Judgment["moves"][number][] = [];
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
    } else if (transferStates.next(row.state, decision.trigger) === undefined) repeats.push({ row, decision });
    else {
      moves.push({ transactionId: row.transaction_id, decision });
      answers.push(...answersOf(connection, row, { decision, now, sourceFileId: fileId }));
    }
  }
  assert(
    moves.length + repeats.length + undecided === decisions.size,
    "what a report says about a payment moves it, repeats what is known, or leaves it open",
  );
  assert(answers.length >= moves.length, "each payment that moves is answered");
  requireRepeats(known, repeats);
  return { moves, answers, waiting };
}

/** Applies what was judged, for all reports together. */
async function applyJudgments(
  tools: ApplyTools,
  tx: Tx,
  {
    organizationId,
    known: { connection, now },
    judgments,
  }: { readonly organizationId: OrganizationId; readonly known: Known; readonly judgments: readonly Judgment[] },
): Promise<void> {
  const moves = judgments.flatMap((judgment) => judgment.moves);
  for (const [trigger, alike] of Map.groupBy(moves, ({ decision }) => decision.trigger)) {
    const decided = alike.map(({ transactionId, decision }) => ({
      transactionId,
      trackingNumber: decision.trackingNumber,
    }));
    const moved = await decideTransfers(tx, organizationId, { trigger, decided, at: now });
    assert(moved === decided.length, "locked payments move by the table of their states");
  }
  const answers = judgments.flatMap((judgment) => judgment.answers);
  if (answers.length > 0) await recordAnswers(tx, organizationId, { answers, now });
  const waiting = judgments.flatMap((judgment) => judgment.waiting);
  const { queryAfterMs } = connection.settings;
  if (waiting.length > 0 && queryAfterMs !== undefined)
    await expectAnswers(tx, organizationId, { fileIds: waiting, askAt: plusMs(now, queryAfterMs) });
  const accepted = judgments.flatMap((judgment) => judgment.accepted);
  await acceptTransferFiles(tools, tx, organizationId, accepted);
  for (const { rejected } of judgments)
    for (const rejection of rejected) await rejectTransferFile(tools, tx, { organizationId, ...rejection });
}

/** What identifies a payment follows from its ID, and which message has it never changes: rows that differ were edited. */
function requireOwn(
  service: Reporting,
  { filed }: Known,
  { organizationId, rows }: { readonly organizationId: OrganizationId; readonly rows: readonly TransferRow[] },
): void {
  for (const { transaction_id: key, ...row } of rows) {
    const { endToEndId, uetr } = paymentIdentifications(key);
    const fileId = filed.get(key) ?? row.file_id;
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
  {
    decision,
    now,
    sourceFileId,
  }: { readonly decision: Decision; readonly now: Date; readonly sourceFileId: BankFileId },
): readonly BankAnswer[] {
  const { transaction_id: transactionId } = row;
  const { trigger, code } = decision;
  const answer = (outcome: BankAnswer["outcome"], ...words: readonly [string, ...string[]]): BankAnswer => ({
    answerId: answerIdOf(transactionId, ...words),
    transactionId,
    outcome,
    answeredAt: now,
    sourceFileId,
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
function requireRepeats(
  { returns }: Known,
  repeats: readonly { readonly row: TransferRow; readonly decision: Decision }[],
): void {
  for (const { row, decision } of repeats) {
    if (!saidBefore[decision.trigger].some((state) => state === row.state))
      quarantine(
        `It says that the payment ${row.end_to_end_id} was ${outcomes[decision.trigger]}, but the bank has said that it was ${row.state}. Ask the bank what is right.`,
      );
    if (decision.trigger !== "return") continue;
    if (!returns.has(answerIdOf(row.transaction_id, "returned", ...returnName(decision))))
      quarantine(
        `The payment ${row.end_to_end_id} was returned before, by another return. Ask the bank which one is right.`,
      );
  }
}

/**
 * The bank has the messages that a report is about. Those that were accepted stay so, and those that were rejected as a
 * whole: what is said about their payments is compared with each. A rejection of a whole message rejects its file.
 */
function answersToMessages(
  { named, messages, answerable }: Known,
  { statuses }: ReceivedTransferAnswers,
  rows: readonly TransferRow[],
): Pick<Judgment, "accepted" | "rejected"> {
  const rejections = new Map(
    statuses.flatMap((status) => {
      const fileId = status.about === "file" && status.outcome === "rejected" ? named.fileOf(status) : undefined;
      return fileId === undefined ? [] : [[fileId, status.code] as const];
    }),
  );
  const accepted: BankFileId[] = [];
  const rejected: Judgment["rejected"][number][] = [];
  for (const fileId of new Set(rows.map((row) => row.file_id))) {
    const file = messages.get(fileId);
    if (file === undefined || file.state === "planned" || file.state === "rehearsed" || file.state === "dropped")
      return quarantine("It is about a message that was not sent over this connection.");
    const isRejection = rejections.has(fileId);
    if (isRejection ? file.state === "rejected" : file.state !== "written") continue;
    if (!answerable.has(fileId))
      return quarantine(
        `It ${isRejection ? "rejects" : "is about"} the message ${file.message_id}, which was not sent.`,
      );
    if (isRejection) rejected.push({ fileId, code: rejections.get(fileId) });
    else accepted.push(fileId);
  }
  return { accepted, rejected };
}
