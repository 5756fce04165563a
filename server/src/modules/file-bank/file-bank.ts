import { createHash } from "node:crypto";
import type { Clock } from "../../kernel/clock/clock.ts";
import { oneAtATime } from "../../kernel/work/one-at-a-time.ts";
import type { BankAgreement } from "./agreement/bank-agreement.ts";
import type { AnswerFile } from "./answers/answer-file.ts";
import { answersBetween } from "./answers/answers-between.ts";
import type { BankDecision, CustomerFile } from "./receive/bank-decision.ts";
import { type BankDeposit, depositDecision } from "./receive/deposits.ts";
import { openingRecords } from "./receive/openings.ts";
import { receiveFile } from "./receive/receive-file.ts";
import { wholeSecond } from "./scripts/instants.ts";
import { type BankBooks, enterRecord, newBooks } from "./state/bank-books.ts";
import type { BankOccasion, BankRecord } from "./state/bank-record.ts";
import type { BankState } from "./state/bank-state.ts";

export interface FileBankOptions {
  readonly state: BankState;
  readonly agreement: BankAgreement;
  readonly clock: Clock;
  /** With a seed, a few ordinary payments in a hundred fail, come late, or are answered twice. */
  readonly seed?: number | undefined;
}

/** The bank at the other end of the files. Calls run one after another. */
export interface FileBank {
  /**
   * A file of the customer arrives. Content that arrived before changes nothing; a name that is used again with other
   * content is rejected. Never throws because of what the file contains. Returns whether the content was new.
   */
  receive(file: { readonly name: string; readonly content: Uint8Array }): Promise<boolean>;
  /**
   * The answers since the last delivery that are due now. The same state and instant make the same files; call
   * `markDelivered` with that instant once they are in the customer's inbox.
   */
  answersDue(now: Date): Promise<readonly AnswerFile[]>;
  markDelivered(through: Date): Promise<void>;
  /** Money comes in from outside. A deposit with a known id changes nothing. */
  deposit(deposit: BankDeposit): Promise<void>;
}

/** Opens the bank with what its state knows. Accounts that are new in the agreement are opened today. */
export async function openFileBank({ state, agreement, clock, seed }: FileBankOptions): Promise<FileBank> {
  const books = newBooks();
  const stored = await state.load();
  for (const record of stored.records) enterRecord(books, record);
  let deliveredThrough = stored.deliveredThrough ?? books.firstAt ?? wholeSecond(clock.now());
  const inTurn = oneAtATime();

  /** The bank's time never goes back, whatever the machine's clock does: an answer could be lost between two runs. */
  const now = (): Date => new Date(Math.max(clock.now().getTime(), Date.parse(deliveredThrough), lastMs(books)));

  const record = async (occasion: BankOccasion, at: Date, decision: Omit<BankDecision, "format">): Promise<void> => {
    const { keys, payments, events, cancelled } = decision;
    const next: BankRecord = {
      ...{ sequence: books.lastSequence + 1, at: at.toISOString(), occasion },
      ...{ keys, payments, events, cancelled },
    };
    await state.append(next);
    enterRecord(books, next);
  };

  for (const occasion of openingRecords(agreement, books, now()))
    await record(occasion, now(), { keys: [], payments: [], events: [], cancelled: [] });

  const receive = async ({ name, content }: { name: string; content: Uint8Array }): Promise<boolean> => {
    const sha256 = createHash("sha256").update(content).digest("hex");
    if (books.contents.has(sha256)) return false;
    const receivedAt = now();
    const arrived: CustomerFile = {
      ...{ name, content, receivedAt, agreement, books, seed },
      fileId: `F${books.lastSequence + 1}`,
    };
    const decision = receiveFile(arrived);
    await record({ kind: "file", name, sha256, format: decision.format }, receivedAt, decision);
    return true;
  };

  return {
    receive: (file) => inTurn(() => receive(file)),
    answersDue: (at) =>
      inTurn(async () => answersBetween({ agreement, books }, { after: deliveredThrough, through: at.toISOString() })),
    markDelivered: (through) =>
      inTurn(async () => {
        const at = through.toISOString();
        if (at <= deliveredThrough) return;
        await state.markDelivered(at);
        deliveredThrough = at;
      }),
    deposit: (deposit) =>
      inTurn(async () => {
        const key = `deposit:${deposit.depositId}`;
        if (books.keys.has(key)) return;
        const at = now();
        const decision = depositDecision(deposit, { at, agreement, key });
        await record({ kind: "deposit", depositId: deposit.depositId }, at, decision);
      }),
  };
}

const lastMs = ({ lastAt }: BankBooks): number => (lastAt === "" ? 0 : Date.parse(lastAt));
