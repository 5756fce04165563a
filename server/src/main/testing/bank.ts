import type { Call } from "./call.ts";
import { type ExpectedWebhook, hasExpected, type WebhookEvent } from "./webhooks.ts";

/** A transaction, as the API shows it. */
export interface SandboxTransaction {
  readonly id: string;
  readonly accountId: string;
  readonly amount: number;
  readonly status: string;
  readonly [member: string]: unknown;
}

export interface AnswerReason {
  /** The bank's reason, such as `R03`; by default, the most frequent one of the payment method. */
  readonly code?: string;
}

export interface NextPayment extends AnswerReason {
  /** Which payment: members of the transaction, such as `{ accountId, amount: -50 }`, or a function. Any by default. */
  readonly where?: ExpectedWebhook<SandboxTransaction>;
}

/** An account number, or an amount of checks, to which the bank always answers in the same way. */
export interface TestNumber {
  readonly paymentMethod: string;
  readonly accountNumber: string | null;
  readonly amount: number | null;
  readonly outcome: string;
  readonly code: string | null;
  readonly description: string;
}

/**
 * The simulated bank. Without an answer from here, it answers when the clock passes its hours (`clock.advance`), and as the
 * test numbers say.
 */
export interface Bank {
  /** Confirms a pending payment now: it becomes `sent`. */
  settle(transactionId: string): Promise<SandboxTransaction>;
  /** Rejects a pending payment now: it becomes `failed`. */
  fail(transactionId: string, answer?: AnswerReason): Promise<SandboxTransaction>;
  /** Returns a sent payment now: it becomes `reversed`. A deposit is reversed by another transaction, the result. */
  return(transactionId: string, answer?: AnswerReason): Promise<SandboxTransaction>;
  /** Blocks a pending payment now, as screening does: it becomes `blocked`. */
  block(transactionId: string, answer?: AnswerReason): Promise<SandboxTransaction>;
  /** Confirms the next payment that is created after this call. Await the result after the payment. */
  settleNext(next?: Pick<NextPayment, "where">): Promise<SandboxTransaction>;
  failNext(next?: NextPayment): Promise<SandboxTransaction>;
  /** Confirms the next payment, then returns it. */
  returnNext(next?: NextPayment): Promise<SandboxTransaction>;
  blockNext(next?: NextPayment): Promise<SandboxTransaction>;
  /** The bank answers everything that it has. */
  run(): Promise<void>;
  /** Deposits dollars into this account, as if a customer had paid them. */
  deposit(
    accountId: string,
    amount: number,
    options?: { readonly name?: string; readonly memo?: string },
  ): Promise<SandboxTransaction>;
  testNumbers(): Promise<readonly TestNumber[]>;
}

/** Calls back at every event; returns what ends that. Throws if there are no webhooks. */
export type OnEvent = (listener: (event: WebhookEvent) => void, failed: (error: Error) => void) => () => void;

type Verb = "settle" | "fail" | "return" | "block";

export function bankOf(call: Call, onEvent: OnEvent): Bank {
  const answer = (verb: Verb, transactionId: string, { code }: AnswerReason = {}): Promise<SandboxTransaction> =>
    call("POST", `/sandbox/transactions/${transactionId}/${verb}`, code === undefined ? {} : { code });
  const answerNext = async (verbs: readonly Verb[], { where, code }: NextPayment = {}): Promise<SandboxTransaction> => {
    let transaction = await nextPayment(call, onEvent, where);
    for (const verb of verbs)
      transaction = await answer(verb, transaction.id, verb === "settle" || code === undefined ? {} : { code });
    return transaction;
  };
  const next = (verbs: readonly Verb[], given?: NextPayment): Promise<SandboxTransaction> => {
    const answered = answerNext(verbs, given);
    // One that nobody awaits, because the test has failed, is no other failure.
    answered.catch(() => undefined);
    return answered;
  };
  return {
    settle: (transactionId) => answer("settle", transactionId),
    fail: (transactionId, given) => answer("fail", transactionId, given),
    return: (transactionId, given) => answer("return", transactionId, given),
    block: (transactionId, given) => answer("block", transactionId, given),
    settleNext: (given) => next(["settle"], given),
    failNext: (given) => next(["fail"], given),
    returnNext: (given) => next(["settle", "return"], given),
    blockNext: (given) => next(["block"], given),
    run: async () => {
      await call("POST", "/sandbox/bank/run", {});
    },
    deposit: (accountId, amount, options = {}) =>
      call("POST", `/sandbox/accounts/${accountId}/deposit`, { amount, ...options }),
    testNumbers: async () =>
      (await call<{ readonly magicNumbers: readonly TestNumber[] }>("GET", "/sandbox/magic-numbers")).magicNumbers,
  };
}

/** Money that leaves the organization; deposits and transfers between accounts are not the bank's to answer. */
const PAYMENT = "outgoingPayment";

function nextPayment(call: Call, onEvent: OnEvent, where: NextPayment["where"]): Promise<SandboxTransaction> {
  return new Promise<SandboxTransaction>((resolve, reject) => {
    const end = onEvent((event) => {
      if (event.resourceType !== "transaction" || event.operationType !== "create") return;
      call<SandboxTransaction>("GET", `/transaction/${event.resourceId}`).then((transaction) => {
        if (transaction["kind"] !== PAYMENT || !hasExpected(transaction, where)) return;
        end();
        resolve(transaction);
      }, reject);
    }, reject);
  });
}
