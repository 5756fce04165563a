import { createHash } from "node:crypto";
import { methodTable, type PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { magicChanges } from "./magic-changes.ts";
import { type BankScenario, scenarioFor } from "./magic-numbers.ts";

export interface ChosenScenario {
  readonly scenario: BankScenario;
  /** The code of a notification of change that follows the payment (ACH only). */
  readonly changeCode: string | undefined;
}

interface Question {
  readonly method: PaymentMethod;
  /** Null for a check. */
  readonly accountNumber: string | null;
  readonly amountMinor: bigint;
  /** Identifies the payment: the same text always gets the same random behavior. */
  readonly reference: string;
  readonly seed: number | undefined;
}

const changeOf: ReadonlyMap<string, string> = new Map(
  magicChanges.map(({ accountNumber, changeCode }) => [accountNumber, changeCode]),
);

/** A reason for rejecting or returning an ordinary payment: no account with that number, or what comes closest. */
const ordinaryReason = {
  ach: "R03",
  wire: "AC03",
  instant: "AC03",
  check: "CK-MAIL",
} as const;

/**
 * What the bank does with a payment: the magic numbers decide; with a seed, a few of the other payments in a hundred get
 * something else than success.
 */
export function chosenScenario({ method, accountNumber, amountMinor, reference, seed }: Question): ChosenScenario {
  const scenario = scenarioFor({ method, accountNumber, amountMinor });
  const changeCode = method === "ach" && accountNumber !== null ? changeOf.get(accountNumber) : undefined;
  if (seed === undefined || scenario.kind !== "confirm" || changeCode !== undefined) return { scenario, changeCode };
  return randomScenario(method, percentOf(seed, reference));
}

/** 0 to 99, evenly distributed over references. */
const percentOf = (seed: number, reference: string): number =>
  createHash("sha256").update(`${seed} ${reference}`).digest().readUInt32BE() % 100;

function randomScenario(method: PaymentMethod, percent: number): ChosenScenario {
  const code = ordinaryReason[methodTable[method].kind];
  const only = (scenario: BankScenario): ChosenScenario => ({ scenario, changeCode: undefined });
  if (percent < 2) return only({ kind: "return", code, afterBankingDays: 1 + percent });
  if (percent < 3) return only({ kind: "reject", code: method === "check" ? "CK-PRINT" : code });
  if (percent < 4) return only({ kind: "delay", bankingDays: 1 });
  if (percent < 6) return only({ kind: "twice" });
  if (percent < 7) return only({ kind: "outOfOrder", code });
  return { scenario: { kind: "confirm" }, changeCode: percent < 8 && method === "ach" ? "C01" : undefined };
}
