import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import { present } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { authorizeDebit, backfillInvoices, type PastInvoice } from "#payments/invoicing";
import type { SettledTransaction } from "#payments/payments";
import type { Actor } from "#records/audit";
import { demoCustomers, demoUnsortedDeposits } from "./demo-company.ts";

/** Customers that get invoices; the online shop's settlements need none. */
const invoiced = demoCustomers.filter((name) => name !== "Online shop settlement");
/** Deposits that nobody has sorted yet, besides the shop's last settlement. */
const unsorted: ReadonlySet<string> = new Set(demoUnsortedDeposits.map(({ from }) => from));
const NET_DAYS = 30;
/** The days from the invoice to its payment. */
const paidAfterDays = (index: number): number => 12 + ((index * 7) % 26);

/** Invoices that nobody paid yet, by the days since they became due: in every part of the aging chart. */
const open: readonly { readonly overdueDays: number; readonly dollars: number }[] = [
  { overdueDays: 118, dollars: 1_940 },
  { overdueDays: 71, dollars: 2_310 },
  { overdueDays: 44, dollars: 3_275 },
  { overdueDays: 19, dollars: 5_120 },
  { overdueDays: 6, dollars: 4_480 },
  { overdueDays: -4, dollars: 7_960 },
  { overdueDays: -12, dollars: 6_215 },
  { overdueDays: -21, dollars: 8_730 },
  { overdueDays: -27, dollars: 3_390 },
];

export interface DemoInvoicing {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly deposits: readonly SettledTransaction[];
  readonly until: Date;
  readonly actor: Actor;
}

/**
 * A year of invoices: those that the year's deposits paid, one paid in part, one canceled, open ones of every age, and
 * one whose customer has just authorized a debit. Other deposits are ignored, except the last and those of unclear
 * origin.
 */
export async function recordInvoices(service: Service, tx: Tx, scene: DemoInvoicing): Promise<void> {
  const { organizationId, accountId, deposits, until, actor } = scene;
  const paying = deposits.filter(({ counterpartyName }) => invoiced.includes(counterpartyName));
  const others = deposits.filter(({ counterpartyName: name }) => !invoiced.includes(name) && !unsorted.has(name));
  const invoices = [
    ...paying.map((deposit, index) => paidInvoice(deposit, index, index === paying.length - 1)),
    ...open.map((invoice, index) => openInvoice(invoice, index, until)),
    { ...openInvoice({ overdueDays: 9, dollars: 1_250 }, 3, until), isCanceled: true },
  ].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const first = present(invoices[0], "the year has invoices");
  const ids = await backfillInvoices(service, tx, {
    organizationId,
    destinationAccountId: accountId,
    customers: invoiced.map((name, index) => ({
      name,
      email: `accounts@${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.example`,
      address: {
        name,
        address1: `${120 + index * 37} SE Division St`,
        address2: null,
        city: "Portland",
        region: "OR",
        postalCode: "97202",
        country: "US",
      },
    })),
    invoices,
    otherDeposits: others.slice(0, -1).map((deposit) => ({
      transactionId: deposit.transactionId,
      accountId: deposit.accountId,
      amountMinor: deposit.amountMinor,
      payer: deposit.counterpartyName,
      receivedAt: deposit.createdAt,
    })),
    at: plusMs(first.createdAt, -DAY_MS),
    actor,
  });
  await payByDebit(service, tx, { organizationId, invoices, ids });
}

const line = (name: string, cents: bigint) => ({
  name,
  quantityE4: 10_000n,
  unitPriceMinor: cents,
  taxRateE4: null,
});
const DELIVERY_MINOR = 75_00n;

const monthOf = (date: Temporal.PlainDate): string => date.toLocaleString("en-US", { month: "long", year: "numeric" });
const morning = (date: Temporal.PlainDate, minute: number): Date =>
  newYorkInstant(date, Temporal.PlainTime.from({ hour: 9, minute }));

function paidInvoice(deposit: SettledTransaction, index: number, isPartial: boolean): PastInvoice {
  const { transactionId, accountId, amountMinor, counterpartyName, createdAt } = deposit;
  const date = newYorkDate(createdAt).subtract({ days: paidAfterDays(index) });
  const goods = amountMinor - DELIVERY_MINOR + (isPartial ? 2_500_00n : 0n);
  return {
    customer: counterpartyName,
    createdAt: morning(date, index % 60),
    invoiceDate: date.toString(),
    dueDate: date.add({ days: NET_DAYS }).toString(),
    lines: [line(`Wholesale orders, ${monthOf(date)}`, goods), line("Delivery", DELIVERY_MINOR)],
    payment: { transactionId, accountId, amountMinor, receivedAt: createdAt },
  };
}

function openInvoice({ overdueDays, dollars }: (typeof open)[number], index: number, until: Date): PastInvoice {
  const due = newYorkDate(until).subtract({ days: overdueDays });
  const date = due.subtract({ days: NET_DAYS });
  return {
    customer: present(invoiced[index % invoiced.length], "the demo has customers"),
    createdAt: morning(date, 30 + (index % 30)),
    invoiceDate: date.toString(),
    dueDate: due.toString(),
    lines: [line(`Wholesale orders, ${monthOf(date)}`, BigInt(dollars) * 100n), line("Delivery", DELIVERY_MINOR)],
  };
}

/** The customer of the youngest invoice pays it on the pay page. */
async function payByDebit(
  service: Service,
  tx: Tx,
  given: {
    organizationId: OrganizationId;
    invoices: readonly PastInvoice[];
    ids: Awaited<ReturnType<typeof backfillInvoices>>;
  },
): Promise<void> {
  const { organizationId, invoices, ids } = given;
  const at = invoices.findLastIndex(({ payment, isCanceled }) => payment === undefined && isCanceled !== true);
  const invoice = present(invoices[at], "one invoice is open");
  const minor = invoice.lines.reduce((sum, { unitPriceMinor }) => sum + unitPriceMinor, 0n);
  await authorizeDebit(service, tx, {
    target: { organizationId, invoiceId: present(ids[at], "every invoice has an id"), link: 1 },
    input: {
      payerName: invoice.customer,
      routingNumber: "021000021",
      accountNumber: "6600123456",
      accountType: "checking",
      amount: dollarsFromMinor(minor),
      authorized: true,
    },
    address: "203.0.113.24",
    httpRequestId: "demo",
  });
}
