import { Ajv, type ValidateFunction } from "ajv";
import { type CheckFileTemplate, checkFileTemplates } from "bursar-bank-formats/checks";
import { isRoutingNumber } from "bursar-banking/identifiers/aba-routing-number";
import { type Static, Type } from "typebox";

const strict = { additionalProperties: false } as const;
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Digits = Type.String({ pattern: "^[0-9]{1,17}$" });
const Routing = Type.String({ pattern: "^[0-9]{9}$" });
/** Dollars and cents as text, such as `1000.00`. */
const Dollars = Type.String({ pattern: "^[0-9]{1,12}\\.[0-9]{2}$" });
const TimeOfDay = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$" });

const AccountSchema = Type.Object(
  {
    number: Digits,
    name: Text(140),
    openingBalance: Dollars,
    /** The first booking day after that balance; without it, the day on which the bank opens the account. */
    openedOn: Type.Optional(Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" })),
    /** The routing number of the account, if it is not the bank's. */
    routingNumber: Type.Optional(Routing),
  },
  strict,
);

const AchSchema = Type.Object(
  {
    companyName: Text(16),
    companyIdentification: Text(10),
    immediateOrigin: Text(10),
    immediateDestination: Routing,
    /** The account that the bank debits for credits and credits for debits. */
    settlementAccount: Digits,
    balance: Type.Union([Type.Literal("required"), Type.Literal("forbidden")]),
    acceptsMixedBatches: Type.Boolean(),
    classes: Type.Array(Type.String({ pattern: "^[A-Z]{3}$" }), { minItems: 1, maxItems: 20 }),
    entryLimit: Dollars,
    fileLimit: Dollars,
    /** New York times by which the bank has a file in order to settle it on the same day; empty: not offered. */
    sameDayCutOffs: Type.Array(TimeOfDay, { maxItems: 3 }),
    /** How many calendar days ahead the effective entry date may be. */
    effectiveDaysMax: Type.Integer({ minimum: 1, maximum: 365 }),
  },
  strict,
);

const TransfersSchema = Type.Object({ wireLimit: Dollars, realTimeLimit: Dollars }, strict);

const ChecksSchema = Type.Object(
  {
    issueTemplate: Text(40),
    paidTemplate: Text(40),
    /** How long after its mailing a check is presented. */
    paidAfterBankingDays: Type.Integer({ minimum: 1, maximum: 60 }),
    /** `bank`: it prints and mails the checks of PDF files. `customer`: the bank learns of checks from the issue file only. */
    printedBy: Type.Union([Type.Literal("bank"), Type.Literal("customer")]),
    /** For the checks of one connection only, if the customer has several. */
    connection: Type.Optional(Text(40)),
  },
  strict,
);

const ReportsSchema = Type.Object(
  {
    /** camt.053 for each banking day, or for each day on which something was booked. */
    statements: Type.Union([Type.Literal("daily"), Type.Literal("withBookings")]),
    /** camt.052 at noon and in the afternoon of days on which something was booked. */
    intraday: Type.Boolean(),
    /** camt.054 for each booking. */
    notifications: Type.Boolean(),
  },
  strict,
);

const AgreementSchema = Type.Object(
  {
    bankName: Text(23),
    routingNumber: Routing,
    bic: Type.String({ pattern: "^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$" }),
    accounts: Type.Array(AccountSchema, { minItems: 1, maxItems: 1_000 }),
    ach: Type.Optional(Type.Array(AchSchema, { maxItems: 100 })),
    transfers: Type.Optional(TransfersSchema),
    checks: Type.Optional(Type.Array(ChecksSchema, { maxItems: 100 })),
    /** Without it: all of them, and a statement for each banking day. */
    reports: Type.Optional(ReportsSchema),
    /** The connection that gets account reports, if the customer has several. */
    reportsTo: Type.Optional(Text(40)),
  },
  strict,
);

/** What the bank and its customer agreed on. Amounts are dollars as text, such as `"1000.00"`; times are New York's. */
export type BankAgreement = Static<typeof AgreementSchema>;
export type AchAgreement = Static<typeof AchSchema>;
export type CheckAgreement = Static<typeof ChecksSchema>;

/** What the customer gets besides answers to its files. */
export const reportsOf = ({ reports }: BankAgreement): Static<typeof ReportsSchema> =>
  reports ?? { statements: "daily", intraday: true, notifications: true };

/** The agreement is not usable; the message says where and why. */
export class AgreementError extends Error {
  override readonly name = "AgreementError";
}

/** Compiled when it is needed: agreements are derived from connections, except that of a bank in a process of its own. */
let isAgreement: ValidateFunction<BankAgreement> | undefined;

/** The agreement in a JSON document. Throws AgreementError. */
export function agreementOf(text: string): BankAgreement {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AgreementError("The agreement is not JSON");
  }
  isAgreement ??= new Ajv().compile<BankAgreement>(AgreementSchema);
  if (!isAgreement(value)) {
    const [first] = isAgreement.errors ?? [];
    throw new AgreementError(`The agreement is not valid at ${first?.instancePath || "/"}: ${first?.message ?? ""}`);
  }
  const problem = agreementProblem(value);
  if (problem !== undefined) throw new AgreementError(problem);
  return value;
}

function agreementProblem({ routingNumber, accounts, ach = [], checks = [] }: BankAgreement): string | undefined {
  if (!isRoutingNumber(routingNumber)) return "/routingNumber is not a routing number";
  const numbers = new Set(accounts.map(({ number }) => number));
  if (numbers.size !== accounts.length) return "/accounts has an account twice";
  for (const [index, { settlementAccount, immediateDestination }] of ach.entries()) {
    if (!numbers.has(settlementAccount)) return `/ach/${index}/settlementAccount is not one of /accounts`;
    if (!isRoutingNumber(immediateDestination)) return `/ach/${index}/immediateDestination is not a routing number`;
  }
  for (const [index, { issueTemplate, paidTemplate }] of checks.entries()) {
    if (templateOf(issueTemplate, "issue") === undefined) return `/checks/${index}/issueTemplate is not known`;
    const paid = templateOf(paidTemplate, "paid");
    if (paid === undefined) return `/checks/${index}/paidTemplate is not known`;
    if (!canReport(paid)) return `/checks/${index}/paidTemplate has no codes for checks that were stopped or returned`;
  }
  return undefined;
}

/** What the bank reports about checks. */
const reported = ["paid", "stopped", "stale", "amountMismatch", "returned"] as const;

/** Whether the bank can say in files of this layout what happens to checks. */
const canReport = ({ detail }: CheckFileTemplate): boolean =>
  detail.some((field) => field.kind === "code" && reported.every((status) => field.codes[status] !== undefined));

/** What was agreed about the checks of a connection; undefined if nothing was. */
export const checksAgreedOver = (
  { checks = [] }: Pick<BankAgreement, "checks">,
  connection: string | undefined,
): CheckAgreement | undefined => checks.find((agreed) => [undefined, connection].includes(agreed.connection));

/** The check file template with this id and purpose; undefined if there is none. */
export const templateOf = (id: string, purpose: "issue" | "paid") =>
  checkFileTemplates.find((template) => template.id === id && template.purpose === purpose);

/** Cents of an amount in the agreement. */
export function agreedCents(dollars: string): bigint {
  const [, whole, cents] = /^(\d{1,12})\.(\d{2})$/.exec(dollars) ?? [];
  if (whole === undefined || cents === undefined)
    throw new AgreementError(`${dollars} is not an amount of dollars and cents`);
  return BigInt(whole + cents);
}
