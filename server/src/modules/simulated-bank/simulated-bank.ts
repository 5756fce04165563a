import { assert, present } from "../../kernel/assert.ts";
import type { Service } from "../../kernel/process/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { derivedId } from "../../kernel/values/derived-id.ts";
import type { OrganizationId, TransactionId } from "../../kernel/values/ids.ts";
import { blockedAt, confirmedAt, laterByBankingDays, rejectedAt, returnedAt } from "../file-bank/index.ts";
import {
  type AnswerOutcome,
  type BankAnswer,
  type PaymentInstruction,
  type Rail,
  type Screening,
  scenarioFor,
} from "../rails/index.ts";
import { referenceOf } from "./references.ts";
import { answerIdOf, type MessageId, scriptOf } from "./script.ts";
import {
  deleteSupersededMessages,
  dueMessages,
  findInstruction,
  insertInstructions,
  insertMessages,
  knownInstructions,
  type MessageRow,
  makeMessagesDue,
  markCollected,
  type NewMessage,
  nextMessage,
  setReferences,
} from "./simulated-bank.queries.ts";

/**
 * The sandbox's bank. It keeps its own books: the submitted payments, and their answers, which the magic numbers fix on
 * receipt and the service's clock releases. It knows nothing of transactions or balances, and the service learns from
 * it only through answers.
 */
export interface SimulatedBank extends Rail {
  workThroughInbox(organizationId?: OrganizationId): Promise<number>;
  /** Which of these payments the bank has. */
  knownAmong(organizationId: OrganizationId, ids: readonly TransactionId[]): Promise<ReadonlySet<TransactionId>>;
  /** Sends this answer now, instead of the planned ones. False if the bank does not have the payment. */
  answerNow(answer: PlannedAnswer): Promise<boolean>;
}

export interface PlannedAnswer {
  readonly organizationId: OrganizationId;
  readonly instructionId: TransactionId;
  readonly outcome: AnswerOutcome;
  readonly code?: string;
}

const hours = { confirmedAt, rejectedAt, blockedAt, returnedAt, laterByBankingDays };

export function createSimulatedBank(service: Pick<Service, "database" | "clock">): SimulatedBank {
  const { database, clock } = service;
  return {
    submit: async (instructions) => {
      for (const [organizationId, theirs] of Map.groupBy(instructions, (instruction) => instruction.organizationId)) {
        await database.transaction((tx) => receive(tx, organizationId, { instructions: theirs, at: clock.now() }));
      }
    },
    collect: async (limit, { without = [] } = {}) =>
      (await dueMessages(database, { now: clock.now(), limit, without })).map(answerOf),
    acknowledge: async (answers) => {
      for (const [organizationId, theirs] of Map.groupBy(answers, (answer) => answer.organizationId)) {
        await markCollected(database, organizationId, {
          answerIds: theirs.map((answer) => answer.answerId),
          now: clock.now(),
        });
      }
    },
    nextDueAt: async () => (await nextMessage(database)).due_at ?? undefined,
    workThroughInbox: (organizationId) => makeMessagesDue(database, { organizationId, now: clock.now() }),
    knownAmong: async (organizationId, ids) =>
      new Set((await knownInstructions(database, organizationId, ids)).map((row) => row.instruction_id)),
    answerNow: (asked) => database.transaction((tx) => answer(tx, asked, clock.now())),
  };
}

/** Blocks payments to the magic numbers that stand for a screening match, before they reach the bank. */
export const magicNumberScreening: Screening = (instructions) =>
  Promise.resolve(
    new Map(
      instructions.flatMap((instruction) => {
        const scenario = scenarioOf(instruction);
        return scenario.kind === "block"
          ? [[instruction.instructionId, { code: scenario.code, reason: scenario.reason }] as const]
          : [];
      }),
    ),
  );

const scenarioOf = ({ method, routing, amountMinor }: PaymentInstruction) =>
  scenarioFor({ method, accountNumber: routing.accountNumber ?? null, amountMinor });

interface Inbox {
  readonly instructions: readonly PaymentInstruction[];
  readonly at: Date;
}

async function receive(tx: Tx, organizationId: OrganizationId, { instructions, at }: Inbox): Promise<void> {
  const inOrder = instructions.toSorted((a, b) => (a.instructionId < b.instructionId ? -1 : 1));
  const fresh = await insertInstructions(tx, organizationId, { instructions: inOrder, at });
  const numbers = new Map(fresh.map((row) => [row.instruction_id, row.sequence_number]));
  const received = inOrder.flatMap((instruction) => {
    const sequenceNumber = numbers.get(instruction.instructionId);
    return sequenceNumber === undefined
      ? []
      : [{ instruction, reference: referenceOf(instruction.method, sequenceNumber, at) }];
  });
  assert(received.length === fresh.length, "the bank receives only submitted payments");
  await setReferences(
    tx,
    organizationId,
    new Map(received.map(({ instruction, reference }) => [instruction.instructionId, reference])),
  );
  const messages = received.flatMap(({ instruction, reference }) => {
    const { instructionId, method } = instruction;
    const script = scriptOf({ instructionId, method, receivedAt: at, scenario: scenarioOf(instruction) }, hours);
    return script.map(
      (message): NewMessage => ({ ...message, instructionId, ...referenceFields(method, message.outcome, reference) }),
    );
  });
  assert(
    (await insertMessages(tx, organizationId, messages)) === messages.length,
    "a payment received for the first time has no messages yet",
  );
}

/** A confirmation carries the reference: a check's number, or the network's reference. */
const referenceFields = (method: PaymentInstruction["method"], outcome: AnswerOutcome, reference: string) => ({
  trackingNumber: outcome === "confirmed" && method !== "check" ? reference : undefined,
  checkNumber: outcome === "confirmed" && method === "check" ? reference : undefined,
});

/** The planned answers that each answer supersedes. */
const overtaken: Readonly<Record<AnswerOutcome, readonly AnswerOutcome[]>> = {
  confirmed: ["confirmed", "rejected", "blocked"],
  rejected: ["confirmed", "rejected", "returned", "blocked"],
  blocked: ["confirmed", "rejected", "returned", "blocked"],
  returned: ["rejected", "returned", "blocked"],
};

async function answer(
  tx: Tx,
  { organizationId, instructionId, outcome, code }: PlannedAnswer,
  now: Date,
): Promise<boolean> {
  const instruction = await findInstruction(tx, organizationId, instructionId);
  if (!instruction) return false;
  await deleteSupersededMessages(tx, organizationId, { instructionId, outcomes: overtaken[outcome] });
  const asked = `${outcome}/asked`;
  const message: NewMessage = {
    messageId: derivedId<MessageId>("simulated-bank/message", instructionId, asked),
    answerId: answerIdOf(instructionId, asked),
    instructionId,
    outcome,
    code,
    answeredAt: now,
    dueAt: now,
    ...referenceFields(
      instruction.method,
      outcome,
      present(instruction.reference || undefined, "every payment received has a reference"),
    ),
  };
  await insertMessages(tx, organizationId, [message]);
  return true;
}

const answerOf = (row: MessageRow): BankAnswer => ({
  answerId: row.answer_id,
  organizationId: row.organization_id,
  transactionId: row.instruction_id,
  outcome: row.outcome,
  ...(row.code === null ? {} : { code: row.code }),
  ...(row.tracking_number === null ? {} : { trackingNumber: row.tracking_number }),
  ...(row.check_number === null ? {} : { checkNumber: row.check_number }),
  answeredAt: row.answered_at,
});
