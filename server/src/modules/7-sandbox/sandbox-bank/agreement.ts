import type { BankAgreement } from "bursar-simulated-bank";
import type { BankConnection } from "#bank/exchange";
import { SANDBOX_BANK_BIC, SANDBOX_BANK_NAME } from "./built-in-connections.ts";

/** An account of the organization, as its bank knows it. */
export interface BankAccount {
  readonly accountId: string;
  readonly number: string;
  readonly name: string;
  readonly routingNumber: string;
  /** When the bank opens it, in cents: before its first booking day. */
  readonly balanceMinor: bigint;
  /** That day, `YYYY-MM-DD`. */
  readonly openedOn: string;
}

export interface AgreementFacts {
  readonly routingNumber: string;
  readonly accounts: readonly BankAccount[];
  /** The simulated connections of the organization. */
  readonly connections: readonly BankConnection[];
  /** The connection that gets statements. */
  readonly reportsTo: string | undefined;
}

type AchConnection = Extract<BankConnection, { readonly rail: "ach" }>;
type CheckConnection = Extract<BankConnection, { readonly rail: "check" }>;
type CheckAgreement = NonNullable<BankAgreement["checks"]>[number];
type AchAgreement = NonNullable<BankAgreement["ach"]>[number];

/** What no payment of the service exceeds. */
const NO_LIMIT = "999999999999.99";
/** Same-day deadlines of the network; the bank takes files until then. */
const SAME_DAY_DEADLINES = ["10:30", "14:45", "16:45"];
/** How long before a deadline the service counts on it (packages/banking/src/calendar/cut-offs.ts). */
const LAST_WINDOWS = ["09:30", "13:45", "16:45"];
/** How long after its mailing a check is cashed. */
const PAID_AFTER_BANKING_DAYS = 5;

/** What the sandbox's bank agrees on: exactly what the settings of the connections say. */
export function agreementFor({ routingNumber, accounts, connections, reportsTo }: AgreementFacts): BankAgreement {
  return {
    bankName: SANDBOX_BANK_NAME,
    routingNumber,
    bic: SANDBOX_BANK_BIC,
    accounts: accounts.map(({ number, name, routingNumber: own, balanceMinor, openedOn }) => ({
      number,
      name,
      openingBalance: dollars(balanceMinor),
      openedOn,
      routingNumber: own,
    })),
    ach: connections.flatMap((connection) => (connection.rail === "ach" ? achAgreement(connection, accounts) : [])),
    transfers: { wireLimit: NO_LIMIT, realTimeLimit: NO_LIMIT },
    checks: connections.flatMap((connection) => (connection.rail === "check" ? [checkAgreement(connection)] : [])),
    reports: { statements: "withBookings", intraday: false, notifications: false },
    ...(reportsTo === undefined ? {} : { reportsTo }),
  };
}

const checkAgreement = ({ connectionId, railSettings: settings }: CheckConnection): CheckAgreement => ({
  connection: connectionId,
  issueTemplate: settings.positivePayTemplate,
  paidTemplate: settings.paidTemplate,
  paidAfterBankingDays: PAID_AFTER_BANKING_DAYS,
  printedBy: settings.printedBy === "bank" ? "bank" : "customer",
});

/** None if the connection serves no account: the bank would not know which one to debit. */
function achAgreement(
  { railSettings: settings, accountIds }: AchConnection,
  accounts: readonly BankAccount[],
): readonly AchAgreement[] {
  const settlesWith = settings.offsetAccountId ?? accountIds[0];
  const account = accounts.find(({ accountId }) => accountId === settlesWith);
  if (account === undefined) return [];
  return [
    {
      companyName: settings.companyName,
      companyIdentification: settings.companyIdentification,
      immediateOrigin: settings.immediateOrigin.trim(),
      immediateDestination: settings.immediateDestination,
      settlementAccount: account.number,
      balance: settings.balanced ? "required" : "forbidden",
      acceptsMixedBatches: settings.serviceClasses === "mixed",
      classes: ["PPD", "CCD", "CTX", "IAT"],
      entryLimit: NO_LIMIT,
      fileLimit: NO_LIMIT,
      sameDayCutOffs: deadlinesOf(settings.sameDayCutOffs),
      effectiveDaysMax: 365,
    },
  ];
}

/** The network's deadlines that files of these windows are for. */
const deadlinesOf = (windows: readonly string[]): string[] => [
  ...new Set(
    windows.flatMap((at) => {
      const place = LAST_WINDOWS.findIndex((last) => at <= last);
      return SAME_DAY_DEADLINES[place] ?? [];
    }),
  ),
];

const dollars = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`;
