import { createHash } from "node:crypto";
import type { Clock } from "../../kernel/clock/clock.ts";
import { oneAtATime } from "../../kernel/work/one-at-a-time.ts";
import type { BankAgreement } from "./agreement/bank-agreement.ts";
import type { AnswerFile, Answering } from "./answers/answer-file.ts";
import { answersDueAt, nextAnswerAt } from "./answers/answers-due.ts";
import type { BankDecision } from "./receive/bank-decision.ts";
import { type BankDeposit, depositDecision } from "./receive/deposits.ts";
import { openingRecords } from "./receive/openings.ts";
import { receiveFile } from "./receive/receive-file.ts";
import { hurryDecision } from "./requests/hurry.ts";
import { type RequestedAnswer, requestedDecision } from "./requests/requested-answer.ts";
import { wholeSecond } from "./scripts/instants.ts";
import { fileNameKey, newBooks } from "./state/bank-books.ts";
import type { BankOccasion } from "./state/bank-record.ts";
import type { BankSession, BankState, Delivered } from "./state/bank-state.ts";
import { enterRecord } from "./state/enter-record.ts";

export interface FileBankOptions {
  readonly state: BankState;
  /** What holds now: it may change between two files. */
  readonly agreement: () => Promise<BankAgreement>;
  readonly clock: Clock;
  /** With a seed, a few ordinary payments in a hundred fail, come late, or are answered twice. */
  readonly seed?: number | undefined;
}

/** Answers, and what to note once the customer has them. */
export interface DueAnswers {
  readonly files: readonly AnswerFile[];
  readonly upTo: Delivered;
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
  receive(file: {
    readonly name: string;
    readonly content: Uint8Array;
    readonly connection?: string;
  }): Promise<boolean>;
  /** The length of the file that arrived under a name; undefined if none has. */
  bytesOf(file: { readonly name: string; readonly connection?: string }): Promise<number | undefined>;
  /**
   * The answers since the last delivery that are due now. The same state and instant make the same files; call
   * `markDelivered` with `upTo` once the customer has them.
   */
  answersDue(now: Date, connection?: string): Promise<DueAnswers>;
  markDelivered(upTo: Delivered, connection?: string): Promise<void>;
  /** Money comes in from outside. A deposit with a known id changes nothing. */
  deposit(deposit: BankDeposit): Promise<void>;
  /** The bank's operator has it answer a payment now, instead of what it planned. False if it does not have the payment. */
  answerNow(request: RequestedAnswer): Promise<boolean>;
  /** The bank's operator has it do now whatever it planned for later. */
  hurry(): Promise<void>;
}

type Facts = Omit<BankDecision, "format">;
const nothing: Facts = { keys: [], payments: [], events: [], cancelled: [] };

/** What a call works with. */
interface Turn extends Answering {
  readonly session: BankSession;
  record(occasion: BankOccasion, at: Date, facts: Facts): Promise<void>;
}

/** Opens the bank with what its state knows. Accounts that are new in the agreement are opened on the day of the next call. */
export async function openFileBank(options: FileBankOptions): Promise<FileBank> {
  const { state, clock, seed } = options;
  const inTurn = oneAtATime();
  let books = newBooks();
  /** Records were entered that a transaction may have to store again. */
  let isAhead = false;

  const within = <Result>(work: (turn: Turn) => Promise<Result>): Promise<Result> =>
    inTurn(async () => {
      const agreement = await options.agreement();
      try {
        const result = await state.exclusively(async (session) => {
          if (isAhead) books = newBooks();
          isAhead = true;
          for (const record of await session.recordsAfter(books.lastSequence)) enterRecord(books, record);
          const turn = turnOf({ session, agreement, books });
          const before = books.lastSequence;
          for (const occasion of openingRecords(agreement, books, clock.now()))
            await turn.record(occasion, clock.now(), nothing);
          const done = await work(turn);
          if (books.lastSequence > before) await noteNextDue(turn, clock.now());
          return done;
        });
        isAhead = false;
        return result;
      } finally {
        // What was entered may not have been stored.
        if (isAhead) books = newBooks();
        isAhead = false;
      }
    });
  await within(async () => undefined);

  const decide = async (turn: Turn, occasion: BankOccasion, facts: Facts): Promise<void> =>
    turn.record(occasion, wholeSecondBefore(clock.now()), facts);

  return {
    receive: ({ name, content, connection = "" }) =>
      within(async ({ agreement, record }) => {
        const sha256 = createHash("sha256").update(content).digest("hex");
        if (books.contents.has(sha256)) return false;
        const receivedAt = clock.now();
        const fileId = `F${books.lastSequence + 1}`;
        const decision = receiveFile({ name, content, connection, receivedAt, agreement, books, seed, fileId });
        const { format } = decision;
        const bytes = content.length;
        await record({ kind: "file", name, sha256, bytes, format, connection }, receivedAt, decision);
        return true;
      }),
    bytesOf: ({ name, connection = "" }) => within(async () => books.fileNames.get(fileNameKey({ name, connection }))),
    answersDue: (now, connection) =>
      within(async (turn) => {
        const delivered = await deliveredOver(turn, connection, now);
        const upTo = { through: now.toISOString(), sequence: books.lastSequence };
        return { files: answersDueAt(turn, { delivered, connection }, upTo.through), upTo };
      }),
    markDelivered: (upTo, connection) =>
      within(async (turn) => {
        await turn.session.markDelivered(connection ?? "", upTo);
        await noteNextDueOver(turn, connection, clock.now());
      }),
    deposit: (deposit) =>
      within(async ({ agreement, record }) => {
        const key = `deposit:${deposit.depositId}`;
        if (books.keys.has(key)) return;
        const at = clock.now();
        await record(
          { kind: "deposit", depositId: deposit.depositId },
          at,
          depositDecision(deposit, { at, agreement, key }),
        );
      }),
    answerNow: (request) =>
      within(async (turn) => {
        const at = wholeSecondBefore(clock.now()).toISOString();
        const decision = requestedDecision(turn, request, at);
        if (decision === undefined) return false;
        const { paymentId, facts } = decision;
        await decide(turn, { kind: "request", paymentId, outcome: request.outcome }, facts);
        return true;
      }),
    hurry: () =>
      within(async (turn) => {
        const events = hurryDecision(books, wholeSecondBefore(clock.now()).toISOString());
        if (events === undefined) return;
        await decide(turn, { kind: "hurry" }, { ...nothing, events });
      }),
  };
}

/** What the operator asks for is due at once: not after the current second. */
const wholeSecondBefore = (at: Date): Date => new Date(Math.floor(at.getTime() / 1_000) * 1_000);

const turnOf = ({ session, agreement, books }: Answering & { readonly session: BankSession }): Turn => ({
  ...{ session, agreement, books },
  record: async (occasion, at, facts) => {
    const { keys, payments, batches, events, cancelled } = facts;
    const record = {
      ...{ sequence: books.lastSequence + 1, at: at.toISOString(), occasion },
      ...{ keys, payments, events, cancelled, ...(batches === undefined ? {} : { batches }) },
    };
    await session.append(record);
    enterRecord(books, record);
  },
});

/** Before the first delivery, everything is new, but there are no reports of the time before the bank. */
const deliveredOver = async ({ session, books }: Turn, connection: string | undefined, now: Date): Promise<Delivered> =>
  (await session.deliveredOver(connection ?? "")) ?? { through: books.firstAt ?? wholeSecond(now), sequence: 0 };

async function noteNextDue(turn: Turn, now: Date): Promise<void> {
  const { agreement, books } = turn;
  const connections = new Set(books.connectionOf.values());
  if (agreement.reportsTo !== undefined) connections.add(agreement.reportsTo);
  for (const connection of connections) await noteNextDueOver(turn, connection === "" ? undefined : connection, now);
}

async function noteNextDueOver(turn: Turn, connection: string | undefined, now: Date): Promise<void> {
  const delivered = await deliveredOver(turn, connection, now);
  await turn.session.noteNextDue(connection ?? "", nextAnswerAt(turn, { delivered, connection }));
}
