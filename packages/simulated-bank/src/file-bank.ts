import { createHash } from "node:crypto";
import type { AnswerFile } from "./answers/answer-file.ts";
import { answersDueAt } from "./answers/answers-due.ts";
import { bankTurns, deliveredOver, noteNextDueOver, nothing, type Turn, type TurnOptions } from "./bank-turns.ts";
import { type BankDeposit, depositDecision } from "./receive/deposits.ts";
import { receiveFile } from "./receive/receive-file.ts";
import { type CounterBooking, counterDecision } from "./requests/counter-bookings.ts";
import { hurryDecision, isAnsweredAfter } from "./requests/hurry.ts";
import { type RequestedAnswer, requestedDecision } from "./requests/requested-answer.ts";
import { fileNameKey } from "./state/bank-books.ts";
import type { Delivered } from "./state/bank-state.ts";

export interface FileBankOptions extends TurnOptions {
  /** With a seed, a few ordinary payments in a hundred fail, come late, or are answered twice. */
  readonly seed?: number | undefined;
}

/** Answers, and what to note once the customer has them. */
export interface DueAnswers {
  readonly files: readonly AnswerFile[];
  readonly upTo: Delivered;
  /** More is due than these. */
  readonly isCut: boolean;
}

/**
 * `notYet`: the bank does not have what it needs, a file of the customer. `impossible`: it can no longer give this answer,
 * such as the return of a check that it has paid.
 */
export type AnsweredNow = "answered" | "notYet" | "impossible";

export interface CustomerFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly connection?: string;
}

/**
 * The bank at the other end of the files. Calls run one after another, also those of several processes with the same
 * state. A connection is one of several ways on which its customer exchanges files; without one, there is only one.
 */
export interface FileBank {
  /**
   * A file of the customer arrives. Content that arrived before changes nothing; a name that is used again with other
   * content is rejected. Never throws because of what the file contains. Returns whether the content was new.
   */
  receive(file: CustomerFile): Promise<boolean>;
  /** The same for files that arrive together, in their order: all are durable when the call returns, or it throws. */
  receiveAll(files: readonly CustomerFile[]): Promise<readonly boolean[]>;
  /** The lengths of the files that arrived under names over a connection. */
  lengthsOf(names: readonly string[], connection?: string): Promise<ReadonlyMap<string, number>>;
  /**
   * The answers since the last delivery that are due now, or the first ones, about this many events. The same state and
   * instant make the same files; call `markDelivered` with `upTo` once the customer has them.
   */
  answersDue(now: Date, connection?: string, most?: number): Promise<DueAnswers>;
  markDelivered(upTo: Delivered, connection?: string): Promise<void>;
  /** Money comes in from outside. A deposit with a known id changes nothing. */
  deposit(deposit: BankDeposit): Promise<void>;
  /** Money that moved without a file of the customer. Bookings with known ids change nothing. */
  enter(bookings: readonly CounterBooking[]): Promise<void>;
  /** The bank's operator has it answer a payment now, instead of what it planned. */
  answerNow(request: RequestedAnswer): Promise<AnsweredNow>;
  /** The bank's operator has it do now whatever it planned for later. False if nothing was planned. */
  hurry(): Promise<boolean>;
}

/** Opens the bank with what its state knows. Accounts that are new in the agreement are opened on the day of the next call. */
export async function openFileBank({ seed, ...options }: FileBankOptions): Promise<FileBank> {
  const { within, lookInto } = bankTurns(options);
  await within(async () => undefined);
  const receiveAll: FileBank["receiveAll"] = (files) =>
    within(async (turn) => {
      const areNew: boolean[] = [];
      for (const file of files) areNew.push(await take(turn, file, seed));
      return areNew;
    });
  return {
    receive: async (file) => (await receiveAll([file])).includes(true),
    receiveAll,
    lengthsOf: (names, connection = "") =>
      lookInto(
        ({ fileNames }) =>
          new Map(
            names.flatMap((name) => {
              const length = fileNames.get(fileNameKey({ name, connection }));
              return length === undefined ? [] : [[name, length] as const];
            }),
          ),
      ),
    answersDue: (now, connection, most = Number.POSITIVE_INFINITY) =>
      within(async (turn) => {
        const delivered = await deliveredOver(turn, connection, now);
        const { files, through } = answersDueAt(turn, { delivered, connection }, { now: now.toISOString(), most });
        const upTo = { through, sequence: turn.books.lastSequence };
        return { files, upTo, isCut: through < now.toISOString() };
      }),
    markDelivered: (upTo, connection) =>
      within(async (turn) => {
        await turn.session.markDelivered(connection ?? "", upTo);
        await noteNextDueOver(turn, connection);
      }),
    deposit: (deposit) =>
      within(async ({ agreement, books, now: at, record }) => {
        const key = `deposit:${deposit.depositId}`;
        if (books.keys.has(key)) return;
        const decision = depositDecision(deposit, { at, agreement, key });
        await record({ kind: "deposit", depositId: deposit.depositId }, at, decision);
      }),
    enter: (bookings) =>
      within(async (turn) => {
        const delivered = await deliveredOver(turn, turn.agreement.reportsTo, turn.now);
        const facts = counterDecision(bookings, { turn, delivered });
        if (facts !== undefined) await turn.record({ kind: "counter" }, turn.now, facts);
      }),
    answerNow: (request) =>
      within(async (turn) => {
        const at = wholeSecondBefore(turn.now);
        const decision = requestedDecision(turn, request, at.toISOString());
        if (decision?.kind === "impossible") return decision.kind;
        if (decision?.kind === "answer") {
          const { paymentId, facts } = decision;
          await turn.record({ kind: "request", paymentId, outcome: request.outcome }, at, facts);
          return "answered";
        }
        // The customer prints checks once their positive-pay file is answered.
        if (decision !== undefined && isAnsweredAfter(turn.books, decision.record, at.toISOString()))
          await turn.record({ kind: "hurry", statusOf: decision.record }, at, nothing);
        return "notYet";
      }),
    hurry: () =>
      within(async ({ books, now, record }) => {
        const at = wholeSecondBefore(now);
        const events = hurryDecision(books, at.toISOString());
        if (events !== undefined) await record({ kind: "hurry" }, at, { ...nothing, events });
        return events !== undefined;
      }),
  };
}

/** Whether the content is new. */
async function take(
  { agreement, books, now, record }: Turn,
  { name, content, connection = "" }: CustomerFile,
  seed: number | undefined,
): Promise<boolean> {
  const sha256 = createHash("sha256").update(content).digest("hex");
  if (books.contents.has(sha256)) return false;
  const fileId = `F${books.lastSequence + 1}`;
  const decision = receiveFile({ name, content, connection, receivedAt: now, agreement, books, seed, fileId });
  const { format } = decision;
  await record({ kind: "file", name, sha256, bytes: content.length, format, connection }, now, decision);
  return true;
}

/** What the operator asks for is due at once: not after the current second. */
const wholeSecondBefore = (at: Date): Date => new Date(Math.floor(at.getTime() / 1_000) * 1_000);
