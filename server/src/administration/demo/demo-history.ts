import {
  addBankingDays,
  bankingDayOnOrAfter,
  bankingDayOnOrBefore,
  isBankingDay,
} from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { type DemoAccountKey, demoCustomers, demoRecipients, demoUnsortedDeposits } from "./demo-company.ts";

/** The plan of the demo organization's year: pure, and the same for the same last day. */
export type HistoryItem = HistoryDeposit | HistoryTransfer | HistoryPayment;

interface At {
  readonly at: Date;
  readonly amountMinor: bigint;
}
export interface HistoryDeposit extends At {
  readonly what: "deposit";
  readonly to: DemoAccountKey;
  readonly from: string;
  readonly memo?: string | null;
}
export interface HistoryTransfer extends At {
  readonly what: "transfer";
  readonly from: DemoAccountKey;
  readonly to: DemoAccountKey;
}
export interface HistoryPayment extends At {
  readonly what: "payment";
  readonly from: DemoAccountKey;
  /** Key of a demo recipient. */
  readonly to: string;
  readonly method: PaymentMethod;
  readonly memo: string;
  /** The bank's reason code, if it did not end as `sent`. */
  readonly rejected?: string;
  readonly returned?: string;
}

/** The last payments are this many banking days before today, so that the bank has answered all of them. */
const QUIET_BANKING_DAYS = 6;

/** A year up to the day before `now`, oldest first. Money arrives before it is spent. */
export function planHistory(now: Date): readonly HistoryItem[] {
  const today = newYorkDate(now);
  const first = bankingDayOnOrAfter(today.subtract({ days: 364 }));
  const chance = chanceFrom(20_260_417);
  const lastPaymentDay = addBankingDays(today, -QUIET_BANKING_DAYS);
  const items: HistoryItem[] = [...opening(first)];
  for (let day = first.add({ days: 1 }); Temporal.PlainDate.compare(day, today) < 0; day = day.add({ days: 1 })) {
    if (!isBankingDay(day)) continue;
    items.push(...depositsOf(day, chance));
    if (Temporal.PlainDate.compare(day, lastPaymentDay) <= 0)
      items.push(...transfersOf(day), ...paymentsOf(day, chance));
  }
  items.push(...unsortedDeposits(today));
  return withEndings(items).toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

type Chance = (from: number, to: number) => number;

/** Integers of a fixed series (mulberry32), so that the demo looks the same on every machine. */
function chanceFrom(seed: number): Chance {
  let state = seed;
  return (from, to) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return from + (((mixed ^ (mixed >>> 14)) >>> 0) % (to - from + 1));
  };
}

const instant = (day: Temporal.PlainDate, hour: number, minute: number): Date =>
  newYorkInstant(day, Temporal.PlainTime.from({ hour, minute }));
const dollars = (whole: number, cents = 0): bigint => BigInt(whole) * 100n + BigInt(cents);

const opening = (day: Temporal.PlainDate): readonly HistoryItem[] => [
  {
    what: "deposit",
    at: instant(day, 9, 5),
    to: "operating",
    from: "Founders' capital",
    amountMinor: dollars(260_000),
  },
  { what: "deposit", at: instant(day, 9, 10), to: "payroll", from: "Founders' capital", amountMinor: dollars(60_000) },
  { what: "deposit", at: instant(day, 9, 15), to: "reserve", from: "Founders' capital", amountMinor: dollars(120_000) },
  {
    what: "deposit",
    at: instant(day, 9, 20),
    to: "treasury",
    from: "Founders' capital",
    amountMinor: dollars(400_000),
  },
];

function depositsOf(day: Temporal.PlainDate, chance: Chance): readonly HistoryItem[] {
  // Card settlements every week, and customers' payments: about four a week together.
  const from =
    day.dayOfWeek === 1
      ? "Online shop settlement"
      : chance(1, 100) <= 72
        ? demoCustomers[chance(0, demoCustomers.length - 1)]
        : undefined;
  if (from === undefined) return [];
  return [
    {
      what: "deposit",
      at: instant(day, 10, chance(0, 50)),
      to: "operating",
      from,
      amountMinor: dollars(chance(3_200, 13_900), chance(0, 99)),
    },
  ];
}

const unsortedDeposits = (today: Temporal.PlainDate): readonly HistoryItem[] =>
  demoUnsortedDeposits.map(({ from, dollars: whole, memo, bankingDaysAgo }) => ({
    what: "deposit",
    at: instant(addBankingDays(today, -bankingDaysAgo), 11, 45),
    to: "operating",
    from,
    amountMinor: dollars(whole),
    memo,
  }));

/** Fixed days of the month, moved to the previous banking day if the bank is closed. */
const isMonthly = (day: Temporal.PlainDate, dayOfMonth: number): boolean =>
  bankingDayOnOrBefore(day.with({ day: Math.min(dayOfMonth, day.daysInMonth) })).equals(day);

function transfersOf(day: Temporal.PlainDate): readonly HistoryItem[] {
  return [
    ...(isMonthly(day, 26)
      ? [
          {
            what: "transfer",
            at: instant(day, 11, 0),
            from: "operating",
            to: "payroll",
            amountMinor: dollars(33_500),
          } as const,
        ]
      : []),
    ...(isMonthly(day, 18)
      ? [
          {
            what: "transfer",
            at: instant(day, 11, 30),
            from: "operating",
            to: "reserve",
            amountMinor: dollars(8_000),
          } as const,
        ]
      : []),
  ];
}

const employees = demoRecipients.filter(({ isBusiness }) => !isBusiness);

function paymentsOf(day: Temporal.PlainDate, chance: Chance): readonly HistoryItem[] {
  const month = day.toLocaleString("en-US", { month: "long" });
  const pay = (
    to: string,
    method: PaymentMethod,
    [whole, cents]: readonly [number, number],
    memo: string,
  ): HistoryPayment => ({
    what: "payment",
    at: instant(day, 13, chance(0, 45)),
    from: "operating",
    to,
    method,
    amountMinor: dollars(whole, cents),
    memo,
  });
  const invoice = (prefix: string) => `Invoice ${prefix}-${chance(1_000, 9_999)}`;
  const items: HistoryPayment[] = [];
  if (isMonthly(day, 2)) items.push(pay("landlord", "ach", [9_800, 0], `Rent ${month}`));
  if (isMonthly(day, 5)) items.push(pay("insurance", "ach", [1_264, 40], `Premium ${month}`));
  if (isMonthly(day, 9) || isMonthly(day, 23))
    items.push(pay("importer", "domesticWire", [chance(17_000, 26_000), chance(0, 99)], invoice("HG")));
  if (isMonthly(day, 12) || isMonthly(day, 25))
    items.push(pay("packaging", "ach", [chance(2_400, 5_200), chance(0, 99)], invoice("TP")));
  if (isMonthly(day, 15))
    items.push(pay("utilities", "ach", [chance(1_450, 2_380), chance(0, 99)], `Account 88120, ${month}`));
  if (isMonthly(day, 20)) items.push(pay("designer", "realTimePayment", [chance(900, 2_200), 0], invoice("MO")));
  if (isMonthly(day, 8) && day.month % 3 === 0)
    items.push(pay("lawyer", "check", [chance(1_800, 4_200), 0], invoice("WM")));
  if (isMonthly(day, 14) && day.month % 2 === 0)
    items.push(pay("repairs", "check", [chance(380, 1_650), 0], "Service visit"));
  if (day.dayOfWeek === 4) items.push(pay("freight", "ach", [chance(620, 1_480), chance(0, 99)], invoice("CG")));
  if (isMonthly(day, 28))
    items.push(
      ...employees.map((employee, index) => ({
        ...pay(employee.key, "ach", [5_450 + 310 * index, 25 * index], `Salary ${month}`),
        from: "payroll" as const,
      })),
    );
  return items;
}

/** A few failed payments, spread over the year: the third, the ninth, … of the eligible ones. */
const endings: readonly {
  readonly to: string;
  readonly nth: number;
  readonly ending: Pick<HistoryPayment, "rejected" | "returned">;
}[] = [
  { to: "freight", nth: 7, ending: { returned: "R03" } },
  { to: "freight", nth: 31, ending: { rejected: "R04" } },
  { to: "packaging", nth: 4, ending: { returned: "R02" } },
  { to: "designer", nth: 6, ending: { rejected: "AC04" } },
  { to: "importer", nth: 15, ending: { rejected: "AC01" } },
  { to: "tomas.hale", nth: 8, ending: { returned: "R20" } },
];

function withEndings(items: readonly HistoryItem[]): readonly HistoryItem[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    if (item.what !== "payment") return item;
    const nth = (seen.get(item.to) ?? 0) + 1;
    seen.set(item.to, nth);
    const ending = endings.find((candidate) => candidate.to === item.to && candidate.nth === nth)?.ending;
    return { ...item, ...ending };
  });
}
