import type { Clock } from "bursar-banking/clock";
import { agreedCents, type BankAgreement } from "./agreement/bank-agreement.ts";
import type { Answering } from "./answers/answer-file.ts";
import { nextAnswerAt } from "./answers/answers-due.ts";
import type { BankDecision } from "./receive/bank-decision.ts";
import { bookingDay } from "./scripts/bank-days.ts";
import { wholeSecond } from "./scripts/instants.ts";
import { type BankBooks, newBooks } from "./state/bank-books.ts";
import type { BankOccasion } from "./state/bank-record.ts";
import type { BankSession, BankState, Delivered } from "./state/bank-state.ts";
import { enterRecord } from "./state/enter-record.ts";
import { inTurn } from "./state/in-turn.ts";

export type RecordFacts = Omit<BankDecision, "format">;
export const nothing: RecordFacts = { keys: [], payments: [], events: [], cancelled: [] };

/** What a call works with, while nobody else changes the bank. */
export interface Turn extends Answering {
  readonly session: BankSession;
  readonly now: Date;
  /** Adds a record. */
  record(occasion: BankOccasion, at: Date, facts: RecordFacts): Promise<void>;
}

export interface TurnOptions {
  readonly state: BankState;
  /** What holds now: it may change between two calls. */
  readonly agreement: () => Promise<BankAgreement>;
  readonly clock: Clock;
}

/** Calls to a bank run one after another. */
export interface BankTurns {
  /**
   * With the books as they are now, and accounts that are new in the agreement opened. If the work adds records, it is also
   * noted when each connection has something next.
   */
  within<Result>(work: (turn: Turn) => Promise<Result>): Promise<Result>;
  /** Only looks into the books as they are now, which needs no agreement. */
  lookInto<Result>(look: (books: BankBooks) => Result): Promise<Result>;
}

export function bankTurns({ state, agreement, clock }: TurnOptions): BankTurns {
  const next = inTurn();
  let books = newBooks();
  /** Records were entered that a transaction may have to store again. */
  let isAhead = false;

  const withBooks = async <Result>(work: (session: BankSession) => Promise<Result>): Promise<Result> => {
    try {
      const result = await state.exclusively(async (session) => {
        if (isAhead) books = newBooks();
        isAhead = true;
        for (const record of await session.recordsAfter(books.lastSequence)) enterRecord(books, record);
        return work(session);
      });
      isAhead = false;
      return result;
    } finally {
      // What was entered may not have been stored.
      if (isAhead) books = newBooks();
      isAhead = false;
    }
  };
  return {
    within: (work) =>
      next(async () => {
        const agreed = await agreement();
        return withBooks(async (session) => {
          const turn = turnOf({ session, agreement: agreed, books, now: clock.now() });
          const before = books.lastSequence;
          for (const occasion of openingRecords(agreed, books, turn.now))
            await turn.record(occasion, turn.now, nothing);
          const done = await work(turn);
          if (books.lastSequence > before) await noteNextDue(turn);
          return done;
        });
      }),
    lookInto: (look) => next(() => withBooks(async () => look(books))),
  };
}

const turnOf = (given: Omit<Turn, "record">): Turn => ({
  ...given,
  record: async (occasion, at, facts) => {
    const { books, session } = given;
    const { keys, payments, batches, events, cancelled } = facts;
    const record = {
      sequence: books.lastSequence + 1,
      at: at.toISOString(),
      occasion,
      keys,
      payments,
      events,
      cancelled,
      ...(batches === undefined ? {} : { batches }),
    };
    await session.append(record);
    enterRecord(books, record);
  },
});

/** Before the first delivery, everything is new, but there are no reports of the time before the bank. */
export const deliveredOver = async (
  { session, books }: Turn,
  connection: string | undefined,
  now: Date,
): Promise<Delivered> =>
  (await session.deliveredOver(connection ?? "")) ?? { through: books.firstAt ?? wholeSecond(now), sequence: 0 };

async function noteNextDue(turn: Turn): Promise<void> {
  const { agreement, books } = turn;
  const connections = new Set(books.connectionOf.values());
  if (agreement.reportsTo !== undefined) connections.add(agreement.reportsTo);
  for (const connection of connections) await noteNextDueOver(turn, connection === "" ? undefined : connection);
}

/** Notes when the bank has something next for a connection. */
export async function noteNextDueOver(turn: Turn, connection: string | undefined): Promise<void> {
  const delivered = await deliveredOver(turn, connection, turn.now);
  await turn.session.noteNextDue(connection ?? "", nextAnswerAt(turn, { delivered, connection }));
}

/** The accounts of the agreement that the bank does not have yet, to be opened with their balances. */
const openingRecords = (
  { accounts }: BankAgreement,
  books: BankBooks,
  at: Date,
): readonly Extract<BankOccasion, { kind: "opening" }>[] =>
  accounts
    .filter(({ number }) => !books.accounts.has(number))
    .map(({ number, openingBalance, openedOn }) => ({
      kind: "opening",
      accountNumber: number,
      amountMinor: agreedCents(openingBalance),
      on: openedOn ?? bookingDay(at.toISOString()),
    }));
