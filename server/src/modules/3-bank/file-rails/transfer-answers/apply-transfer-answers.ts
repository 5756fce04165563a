import { accountabilityKindOf } from "bursar-bank-formats/iso20022";
import {
  type Applied,
  type ApplyTogether,
  type BankFileFormat,
  type BankFileId,
  type ConnectionId,
  type FileItem,
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
import { type AnswerId, type AssignedItem, answerIdOf, type BankAnswer } from "../answers/bank-answer.ts";
import { Misfit, misfit, orMisfit, orQuarantine, quarantine } from "../answers/quarantined-file.ts";
import { recordAnswers } from "../answers/record-answers.ts";
import type { RailTools } from "../rail-part.ts";
import type { TransferConnection, TransferRail } from "../transfer-messages/transfer-connection.ts";
import { paymentIdentifications } from "../transfer-messages/transfer-identifications.ts";
import { acceptTransferFiles, rejectTransferFile } from "../transfers/answer-transfer-file.ts";
import { lockTransferFiles, type TransferFileRow } from "../transfers/transfer-files.queries.ts";
import { transferStates } from "../transfers/transfer-states.ts";
import { decideTransfers, expectAnswers, type TransferRow } from "../transfers/transfers.queries.ts";
import { readRecallAnswer } from "./apply-recall-answers.ts";
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
  readonly service: Pick<Service, "clock" | "database" | "log" | "newId" | "vault">;
}

const formats = ["pain.002", "pacs.002", "pacs.004"] as const;
type AnswerFormat = (typeof formats)[number];

const isAnswer = (format: BankFileFormat): format is AnswerFormat =>
  formats.some((answerFormat) => answerFormat === format);

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
    formats: [...formats, "camt.029"],
    read: (file) =>
      orQuarantine(async () => {
        const { organizationId, connectionId, fileId, format, chunks } = file;
        if (format === "camt.029") return readRecallAnswer(service, file);
        if (!isAnswer(format)) return quarantine(`Files of the format ${format} say nothing about payments.`);
        const answers = await readTransferAnswers(chunks(), format, file.tolerates);
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
  readonly organizationId: OrganizationId;
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
  /** What does not fit. */
  readonly items: readonly FileItem[];
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
 * changes nothing. What does not fit what was sent, or contradicts what the bank has said, changes nothing either and is an
 * open item. Left out of the result are reports about payments or messages of an earlier one.
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
  const lookedUp = await lookUp(tools, tx, { organizationId, connection, reports });
  const judgments: Judgment[] = [];
  const touched = new Set<TransactionId | BankFileId>();
  for (const report of reports) {
    assert(report.connectionId === connectionId, "reports that are applied together came over one connection");
    const judged = judge(tools.service, lookedUp, report);
    const names = [...report.statuses, ...report.returns].flatMap((transfer) => lookedUp.named.idsOf(transfer));
    // It may fit once an earlier one is applied.
    if (judged.items.length > 0 && names.some((id) => touched.has(id))) continue;
    const concerned = judged.rows.flatMap((row) => [row.transaction_id, row.file_id]);
    if (concerned.some((id) => touched.has(id))) continue;
    for (const id of concerned) touched.add(id);
    judgments.push(judged);
    const { items } = judged;
    const { tolerated } = report;
    results.set(report, {
      transactions: Math.max(report.statuses.length + report.returns.length + report.items.length, items.length),
      items,
      tolerated,
      payments: judged.rows.map((row) => ({
        transactionId: row.transaction_id,
        reference: row.end_to_end_id,
        purpose: "answer",
      })),
    });
  }
  await applyJudgments(tools, tx, { organizationId, known: lookedUp, judgments });
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
    organizationId,
    connection,
    named,
    messages: new Map(messages.map((file) => [file.file_id, file])),
    answerable: await files.answerableAmong(tx, organizationId, fileIds),
    filed: new Map(filed.map((row) => [row.transaction_id, row.file_id])),
    returns: new Set(returns.map((row) => row.answer_id)),
    now: service.clock.now(),
  };
}

/** Changes nothing. */
function judge(service: Reporting, lookedUp: Known, report: ReceivedTransferAnswers): Judgment {
  const items: FileItem[] = [...report.items];
  const decisions = new Map<TransferRow, Decision | undefined>();
  const rejections = new Map<BankFileId, string | undefined>();
  for (const status of bySpecificity(report.statuses)) {
    const subject = { statusOf: status };
    const named = orMisfit(() => lookedUp.named.all(status));
    if (named instanceof Misfit) {
      items.push(itemOf(subject, named));
      continue;
    }
    const judged = named.map(
      (row) => [row, orMisfit(() => decisionOf(service, lookedUp, { decisions, row, status }))] as const,
    );
    const [misfitting] = judged.flatMap(([row, decision]) => (decision instanceof Misfit ? [{ row, decision }] : []));
    // If a bank rejects many payments and some of them had settled, it is not known which of the others it means.
    if (misfitting !== undefined && status.about !== "payment" && status.outcome === "rejected") {
      items.push(itemOf(subject, misfitting.decision));
      for (const [row] of judged) if (decisions.get(row) !== undefined) decisions.set(row, undefined);
      continue;
    }
    for (const [row, decision] of judged) {
      if (decision instanceof Misfit) {
        items.push(itemOf(subject, decision, row));
        if (decisions.has(row)) decisions.set(row, undefined);
      } else decisions.set(row, decision);
    }
    const fileId = status.about === "file" ? lookedUp.named.fileOf(status) : undefined;
    if (fileId !== undefined && status.outcome === "rejected") rejections.set(fileId, status.code);
  }
  for (const [index, returned] of report.returns.entries()) {
    const row = orMisfit(() => lookedUp.named.one(returned));
    const decision =
      row instanceof Misfit ? row : orMisfit(() => returnOf(service, lookedUp, { decisions, row, returned }));
    if (row instanceof Misfit || decision instanceof Misfit) {
      const problem = row instanceof Misfit ? row : (decision as Misfit);
      items.push(itemOf({ returned, index }, problem, row instanceof Misfit ? undefined : row));
    } else decisions.set(row, decision);
  }
  const rows = [...decisions.keys()];
  for (const { amountMinor = 0n } of items) assert(amountMinor >= 0n, "amounts in a report have no sign");
  return { items, rows, ...effectsOf(lookedUp, report, decisions), ...answersToMessages(lookedUp, rejections, rows) };
}

type Said = { readonly statusOf: TransferStatus } | { readonly returned: ReturnedTransfer; readonly index: number };

/** What is kept of a status or a return that does not fit: people may assign it if it is about one payment. */
function itemOf(subject: Said, { kind, message: reason }: Misfit, row?: TransferRow): FileItem {
  const transactionId = row?.transaction_id;
  if ("returned" in subject) {
    const { original, returnId = "", currency, amountMinor, code = "" } = subject.returned;
    const reference = nameOf(original);
    return {
      kind,
      place: `Return ${subject.index + 1}`,
      position: subject.index + 1,
      reason,
      identity: ["return", reference, returnId, currency, String(amountMinor), code],
      code,
      reference,
      amountMinor,
      currency,
      ...(currency === "USD" ? { answer: { says: "return", returnId, code, amount: String(amountMinor) } } : {}),
      transactionId,
    };
  }
  const {
    about,
    original,
    originalMessageId = "",
    originalBatchId = "",
    outcome,
    code = "",
    index,
    networkReference,
  } = subject.statusOf;
  const reference = about === "payment" ? nameOf(original) : originalBatchId || originalMessageId;
  const isAssignable = about === "payment" && outcome !== "pending" && outcome !== "partial";
  return {
    kind,
    place: `Status ${index + 1}`,
    position: index + 1,
    reason,
    identity: ["status", about, reference, row?.end_to_end_id ?? "", outcome, code],
    code,
    reference,
    ...(isAssignable
      ? { answer: { says: "status", outcome, code, ...(networkReference === undefined ? {} : { networkReference }) } }
      : {}),
    transactionId,
  };
}

const nameOf = ({ endToEndId, uetr, instructionId }: ReturnedTransfer["original"]): string =>
  endToEndId ?? uetr ?? instructionId ?? "";

const order = { payment: 0, batch: 1, file: 2 } as const;

/** What is said about a payment itself counts more than what is said about its batch or message. */
const bySpecificity = (statuses: readonly TransferStatus[]): readonly TransferStatus[] =>
  statuses.toSorted((a, b) => order[a.about] - order[b.about]);

/** What a decision says about its payment, in a sentence. */
const outcomeNames = { settle: "settled", reject: "rejected", block: "blocked", return: "returned" } as const;

const triggers = { settled: "settle", rejected: "reject", blocked: "block" } as const;

interface StatusToApply {
  readonly decisions: ReadonlyMap<TransferRow, Decision | undefined>;
  readonly row: TransferRow;
  readonly status: TransferStatus;
}

/** What a status decides about a payment; undefined if nothing. Throws Misfit. */
function decisionOf(
  service: Reporting,
  lookedUp: Known,
  { decisions, row, status }: StatusToApply,
): Decision | undefined {
  const { outcome, code, about } = status;
  requireSent(service, lookedUp, row);
  const before = decisions.get(row);
  if (outcome === "pending" || outcome === "partial" || (outcome === "rejected" && isTooEarly(lookedUp, row, code)))
    return before;
  const trigger = triggers[outcome];
  if (before !== undefined) {
    // A rejected message may name the payments that screening stopped.
    const agrees =
      before.trigger === trigger || (about !== "payment" && trigger === "reject" && before.trigger === "block");
    if (!agrees)
      misfit(
        "contradiction",
        `It says that the payment ${row.end_to_end_id} was both ${outcomeNames[before.trigger]} and ${outcome}.`,
      );
    return before;
  }
  const decision = { trigger, code, trackingNumber: trackingNumberOf(lookedUp.connection, row, status) };
  requireFit(lookedUp, row, decision);
  return decision;
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

/** What a return decides about its payment. Throws Misfit. */
function returnOf(
  service: Reporting,
  lookedUp: Known,
  {
    decisions,
    row,
    returned: { amountMinor, currency, code, returnId },
  }: Pick<StatusToApply, "decisions" | "row"> & { readonly returned: ReturnedTransfer },
): Decision {
  requireSent(service, lookedUp, row);
  if (currency !== "USD" || amountMinor !== row.amount_minor)
    misfit(
      "contradiction",
      `It returns another amount than that of the payment ${row.end_to_end_id}, perhaps after charges. Ask the bank, and correct the books by hand.`,
    );
  if (decisions.has(row)) misfit("contradiction", `It returns the payment ${row.end_to_end_id} twice.`);
  assert(row.amount_minor === amountMinor, "a payment comes back with its amount");
  const decision = { trigger: "return", code: code ?? "NARR", trackingNumber: undefined, returnId } as const;
  requireFit(lookedUp, row, decision);
  return decision;
}

/** Decisions that move their payments; the others repeat what is known. */
function effectsOf(
  { connection, now }: Known,
  { fileId }: ReceivedTransferAnswers,
  decisions: ReadonlyMap<TransferRow, Decision | undefined>,
): Pick<Judgment, "moves" | "answers" | "waiting"> {
  const answers: BankAnswer[] = [];
  const moves: Judgment["moves"][number][] = [];
  const waiting: BankFileId[] = [];
  let others = 0;
  for (const [row, decision] of decisions) {
    assert(row.amount_minor > 0n, "a transfer moves a positive amount");
    if (decision === undefined || transferStates.next(row.state, decision.trigger) === undefined) {
      others += 1;
      if (decision === undefined && row.state === "sent") waiting.push(row.file_id);
      continue;
    }
    moves.push({ transactionId: row.transaction_id, decision });
    answers.push(...answersOf(connection, row, { decision, now, sourceFileId: fileId }));
  }
  assert(
    moves.length + others === decisions.size,
    "what a report says about a payment moves it, repeats what is known, or leaves it open",
  );
  assert(answers.length >= moves.length, "each payment that moves is answered");
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

/**
 * The bank can say something about the payment: its message was sent, or may have been. What identifies a payment follows
 * from its ID, and which message has it never changes: rows that differ were edited. Throws Misfit.
 */
function requireSent(
  service: Reporting,
  { filed, messages, answerable, organizationId }: Known,
  row: TransferRow,
): void {
  const { transaction_id: key } = row;
  const { endToEndId, uetr } = paymentIdentifications(key);
  if (row.end_to_end_id !== endToEndId || row.uetr !== uetr || row.file_id !== (filed.get(key) ?? row.file_id)) {
    reportUnproven(service, { organizationId, table: "transfers", key });
    misfit(
      "contradiction",
      `It is about the payment ${row.end_to_end_id}, which was changed in the database. See bursar rows list.`,
    );
  }
  if (row.state === "planned" || row.state === "withdrawn")
    misfit("contradiction", `It is about the payment ${row.end_to_end_id}, which was not sent.`);
  const file = messages.get(row.file_id);
  if (file === undefined || file.state === "planned" || file.state === "rehearsed" || file.state === "dropped")
    misfit("contradiction", "It is about a message that was not sent over this connection.");
  else if (file.state === "written" && !answerable.has(row.file_id))
    misfit("contradiction", `It is about the message ${file.message_id}, which was not sent.`);
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

/**
 * What moves nothing must be what the bank has said before. A return is another one if it has another identification.
 * Throws Misfit.
 */
function requireFit({ returns }: Known, row: TransferRow, decision: Decision): void {
  if (transferStates.next(row.state, decision.trigger) !== undefined) return;
  if (!saidBefore[decision.trigger].some((state) => state === row.state))
    misfit(
      "contradiction",
      `It says that the payment ${row.end_to_end_id} was ${outcomes[decision.trigger]}, but the bank has said that it was ${row.state}.`,
    );
  if (decision.trigger !== "return") return;
  if (!returns.has(answerIdOf(row.transaction_id, "returned", ...returnName(decision))))
    misfit("contradiction", `The payment ${row.end_to_end_id} was returned before, by another return.`);
}

/**
 * The bank has the messages that a report is about. Those that were accepted stay so, and those that were rejected as a
 * whole: what is said about their payments is compared with each. A rejection of a whole message rejects its file.
 */
function answersToMessages(
  { messages }: Known,
  rejections: ReadonlyMap<BankFileId, string | undefined>,
  rows: readonly TransferRow[],
): Pick<Judgment, "accepted" | "rejected"> {
  const accepted: BankFileId[] = [];
  const rejected: Judgment["rejected"][number][] = [];
  for (const fileId of new Set(rows.map((row) => row.file_id))) {
    const file = present(messages.get(fileId), "a payment that is answered is in a message that was sent");
    const isRejection = rejections.has(fileId);
    if (isRejection ? file.state === "rejected" : file.state !== "written") continue;
    if (isRejection) rejected.push({ fileId, code: rejections.get(fileId) });
    else accepted.push(fileId);
  }
  return { accepted, rejected };
}

const isOutcome = (text: string | undefined): text is keyof typeof triggers =>
  text !== undefined && Object.hasOwn(triggers, text);

/** Applies a status or a return that a person has assigned to a payment. Returns why it does not fit. */
export async function assignTransferAnswer(
  tools: ApplyTools,
  tx: Tx,
  { organizationId, connectionId, fileId, transactionId, answer }: AssignedItem,
): Promise<string | undefined> {
  const { says, outcome, code, networkReference, returnId, amount = "0" } = answer;
  const named = {
    original: { endToEndId: paymentIdentifications(transactionId).endToEndId },
    originalMessageId: undefined,
  };
  const status = { ...named, index: 0, about: "payment", originalBatchId: undefined, code, networkReference } as const;
  const report: ReceivedTransferAnswers = {
    organizationId,
    connectionId,
    fileId,
    messageId: "",
    items: [],
    tolerated: [],
    statuses: says === "status" && isOutcome(outcome) ? [{ ...status, outcome }] : [],
    returns: says === "return" ? [{ ...named, code, returnId, currency: "USD", amountMinor: BigInt(amount) }] : [],
  };
  if (report.statuses.length + report.returns.length === 0) return "It says nothing that can be applied.";
  const result = present((await applyTransferAnswers(tools, tx, [report])).get(report), "one report is applied");
  return "quarantine" in result ? result.quarantine : result.items?.[0]?.reason;
}
