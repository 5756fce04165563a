import { assert } from "bursar-banking/assert";
import { reasonText } from "bursar-banking/codes/describe-reason";
import { methodTable, type PaymentMethod, paymentMethods } from "bursar-banking/identifiers/payment-method";

/**
 * The sandbox's magic numbers: the recipient decides what the simulated bank does with a payment. Payments to all other
 * numbers succeed. Production mode never uses them.
 *
 * An account number consists of `99`, the outcome, `0000`, and the two digits of the ACH code, if any: `9902000002` is
 * returned with R02, and on the wire and RTP rails with the equivalent ISO code. No real bank is known to use these
 * numbers. International wires use a British IBAN with the last eight digits. A check goes to an address, so its amount
 * decides: `9,902.03`, which ordinary test data never uses.
 */
export type BankScenario =
  /** Confirmed at the usual time. */
  | { readonly kind: "confirm" }
  /** Rejected by the bank: the payment ends as `failed`. */
  | { readonly kind: "reject"; readonly code: string }
  /** Confirmed, and returned this many banking days after settlement: the payment ends as `reversed`. */
  | { readonly kind: "return"; readonly code: string; readonly afterBankingDays: number }
  /** Blocked by screening before it reaches the bank: the payment ends as `blocked`. The reason is the code's text. */
  | { readonly kind: "block"; readonly code: string; readonly reason: string }
  /** Confirmed this many banking days late. */
  | { readonly kind: "delay"; readonly bankingDays: number }
  /** Confirmed by two identical messages. */
  | { readonly kind: "twice" }
  /** The return arrives before the confirmation. */
  | { readonly kind: "outOfOrder"; readonly code: string }
  /** Never answered: the payment stays `pending` until someone contacts the bank. */
  | { readonly kind: "silent" };

export interface MagicNumber {
  readonly method: PaymentMethod;
  /** The recipient's account number, or IBAN for an international wire; null for a check. */
  readonly accountNumber: string | null;
  /** The deciding amount in cents for a check; null for the other methods. */
  readonly amountMinor: bigint | null;
  readonly scenario: BankScenario;
}

/** The equivalent code of each kind of method; payments of a kind without one succeed. */
interface CodeOfKind {
  readonly ach?: string;
  readonly wire?: string;
  readonly instant?: string;
}

const block = (code: string): BankScenario => ({ kind: "block", code, reason: reasonText(code) });
const reject = (code: string): BankScenario => ({ kind: "reject", code });
const outOfOrder = (code: string): BankScenario => ({ kind: "outOfOrder", code });
const returned =
  (afterBankingDays: number) =>
  (code: string): BankScenario => ({ kind: "return", code, afterBankingDays });

/** One recipient: the US account number, and the IBAN where the scenario applies internationally. */
interface MagicPayee {
  readonly us: string;
  readonly iban?: string;
}

/** The recipient's numbers by each method that has a code and pays to such an account. */
const byMethods = (payee: MagicPayee, codes: CodeOfKind, scenario: (code: string) => BankScenario): MagicNumber[] =>
  paymentMethods.flatMap((method) => {
    const { kind, details } = methodTable[method];
    const accountNumber = details.holds === "foreignAccount" ? payee.iban : payee.us;
    const code = kind === "check" ? undefined : codes[kind];
    return accountNumber === undefined || code === undefined
      ? []
      : [{ method, accountNumber, amountMinor: null, scenario: scenario(code) }];
  });

/** The same by every method, without codes. */
const byEveryMethod = (payee: Required<MagicPayee>, scenario: BankScenario): MagicNumber[] =>
  byMethods(payee, { ach: "", wire: "", instant: "" }, () => scenario);

const forCheck = (amountMinor: bigint, scenario: BankScenario): MagicNumber => ({
  method: "check",
  accountNumber: null,
  amountMinor,
  scenario,
});

const closedAccount: CodeOfKind = { ach: "R02", wire: "AC04", instant: "AC04" };
const noAccount: CodeOfKind = { ach: "R03", wire: "AC03", instant: "AC03" };
const invalidAccount: CodeOfKind = { ach: "R04", wire: "AC01", instant: "AC14" };
const unknownBank: CodeOfKind = { ach: "R13", wire: "RC04", instant: "RC04" };
const frozenAccount: CodeOfKind = { ach: "R16", wire: "AC06", instant: "AC06" };
const refusedByPayee: CodeOfKind = { ach: "R23", wire: "MS02", instant: "1100" };

/** The only table: the simulated bank uses it, and the documentation and the dashboard's sandbox page show it. */
export const magicAccountNumbers: readonly MagicNumber[] = [
  // 9901: rejected by the bank, never settled.
  ...byMethods({ us: "9901000002", iban: "GB52BURS99000001000002" }, closedAccount, reject),
  ...byMethods({ us: "9901000003", iban: "GB25BURS99000001000003" }, noAccount, reject),
  ...byMethods({ us: "9901000004" }, invalidAccount, reject),
  ...byMethods({ us: "9901000013", iban: "GB46BURS99000001000013" }, unknownBank, reject),
  ...byMethods({ us: "9901000016", iban: "GB62BURS99000001000016" }, frozenAccount, reject),
  // 9902: returned after settlement. R01 and R10 are debit codes that no credit receives; they exist for testing.
  ...byMethods({ us: "9902000001" }, { ach: "R01", wire: "AM04", instant: "AM04" }, returned(2)),
  ...byMethods({ us: "9902000002", iban: "GB02BURS99000002000002" }, closedAccount, returned(2)),
  ...byMethods({ us: "9902000003", iban: "GB72BURS99000002000003" }, noAccount, returned(2)),
  ...byMethods({ us: "9902000010" }, { ach: "R10", wire: "FRAD" }, returned(5)),
  ...byMethods({ us: "9902000016", iban: "GB12BURS99000002000016" }, frozenAccount, returned(1)),
  ...byMethods({ us: "9902000020" }, { ach: "R20", wire: "AC14", instant: "AC14" }, returned(2)),
  ...byMethods({ us: "9902000023", iban: "GB17BURS99000002000023" }, refusedByPayee, returned(3)),
  // 9903: blocked by screening.
  ...byEveryMethod({ us: "9903000001", iban: "GB76BURS99000003000001" }, block("SC-LIST")),
  ...byEveryMethod({ us: "9903000002", iban: "GB49BURS99000003000002" }, block("SC-LIMIT")),
  ...byEveryMethod({ us: "9903000003", iban: "GB22BURS99000003000003" }, block("SC-FRAUD")),
  // 9904: confirmed late, by as many banking days as the last digit.
  ...byEveryMethod({ us: "9904000001", iban: "GB26BURS99000004000001" }, { kind: "delay", bankingDays: 1 }),
  ...byEveryMethod({ us: "9904000002", iban: "GB96BURS99000004000002" }, { kind: "delay", bankingDays: 2 }),
  ...byEveryMethod({ us: "9904000005", iban: "GB15BURS99000004000005" }, { kind: "delay", bankingDays: 5 }),
  // 9905: confirmed twice.
  ...byEveryMethod({ us: "9905000001", iban: "GB73BURS99000005000001" }, { kind: "twice" }),
  // 9906: returned first, then confirmed.
  ...byMethods({ us: "9906000002", iban: "GB93BURS99000006000002" }, closedAccount, outOfOrder),
  ...byMethods({ us: "9906000003", iban: "GB66BURS99000006000003" }, noAccount, outOfOrder),
  // 9907: never answered.
  ...byEveryMethod({ us: "9907000001", iban: "GB70BURS99000007000001" }, { kind: "silent" }),
  // Checks, by amount, in the same order.
  forCheck(9_901_01n, reject("CK-PRINT")),
  forCheck(9_901_02n, reject("CK-VOID")),
  forCheck(9_902_01n, returned(2)("CK-STOP")),
  forCheck(9_902_02n, returned(5)("CK-MAIL")),
  forCheck(9_902_03n, returned(10)("CK-N")),
  forCheck(9_902_04n, returned(130)("CK-STALE")),
  forCheck(9_903_01n, block("SC-LIST")),
  forCheck(9_903_02n, block("SC-LIMIT")),
  forCheck(9_904_02n, { kind: "delay", bankingDays: 2 }),
  forCheck(9_904_05n, { kind: "delay", bankingDays: 5 }),
  forCheck(9_905_01n, { kind: "twice" }),
  forCheck(9_906_01n, outOfOrder("CK-MAIL")),
  forCheck(9_907_01n, { kind: "silent" }),
];

/** The input of a scenario: the recipient's account number (null for a check) and the amount in cents. */
export interface ScenarioQuestion {
  readonly method: PaymentMethod;
  readonly accountNumber: string | null;
  readonly amountMinor: bigint;
}

const keyOf = (method: PaymentMethod, accountNumber: string | null, amountMinor: bigint | null): string =>
  method === "check" ? `check ${amountMinor}` : `${method} ${accountNumber}`;

const scenarios: ReadonlyMap<string, BankScenario> = new Map(
  magicAccountNumbers.map((number) => [
    keyOf(number.method, number.accountNumber, number.amountMinor),
    number.scenario,
  ]),
);
assert(scenarios.size === magicAccountNumbers.length, "each magic number has one scenario");

const confirm: BankScenario = { kind: "confirm" };

/** What the simulated bank does with this payment. Accepts an IBAN with or without spaces. */
export function scenarioFor(question: ScenarioQuestion): BankScenario {
  const accountNumber = question.accountNumber?.replaceAll(" ", "") ?? null;
  return scenarios.get(keyOf(question.method, accountNumber, question.amountMinor)) ?? confirm;
}

/** The scenario in one sentence, for the documentation and the sandbox page. */
export function scenarioText(scenario: BankScenario): string {
  switch (scenario.kind) {
    case "confirm":
      return "Succeeds at the usual time.";
    case "reject":
      return `Rejected by the bank. ${reasonText(scenario.code)}.`;
    case "return":
      return `Sent, then returned ${days(scenario.afterBankingDays)} after settlement. ${reasonText(scenario.code)}.`;
    case "block":
      return `Blocked before it reaches the bank. ${scenario.reason}.`;
    case "delay":
      return `Confirmed ${days(scenario.bankingDays)} late.`;
    case "twice":
      return "Confirmed twice.";
    case "outOfOrder":
      return `Returned before it is confirmed. ${reasonText(scenario.code)}.`;
    case "silent":
      return "Never answered.";
  }
}

const days = (bankingDays: number): string => (bankingDays === 1 ? "one banking day" : `${bankingDays} banking days`);
