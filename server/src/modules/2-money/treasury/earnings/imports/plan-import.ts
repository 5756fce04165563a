import type { IdSource } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import type { RowProblem } from "#kernel/values/read-csv.ts";
import {
  type Book,
  bookTotal,
  enter,
  executeOrder,
  freeCash,
  freeShares,
  type Moment,
  type Order,
  openOrders,
  settleOrder,
  sharesBought,
  type TreasuryEvent,
  type TreasuryTransactionId,
  type TreasuryType,
  takeCash,
} from "#money/treasury";
import { type Custody, confirmationOf, monthInWords } from "../custodian/run-step.ts";
import { activityNames, activityRules } from "./activity-types.ts";
import type { ActivityRow } from "./parse-activity.ts";

/** What the database knows of the rows of a file. */
export interface KnownActivity {
  readonly references: ReadonlyMap<string, { readonly type: TreasuryType; readonly amountMinor: bigint }>;
  /** Transfers made here that no file has confirmed. */
  readonly transfers: readonly {
    readonly number: bigint;
    readonly type: TreasuryType;
    readonly amountMinor: bigint;
    readonly day: string;
  }[];
}

export type RowOutcome = "new" | "alreadyImported" | "confirmsTransfer" | "settlesOrder";

export interface ImportPlan {
  readonly outcomes: readonly { readonly row: ActivityRow; readonly outcome: RowOutcome }[];
  readonly problems: readonly RowProblem[];
  /** References for transfers that the file confirms. */
  readonly confirmed: readonly { readonly number: bigint; readonly reference: string }[];
}

/** A transfer made here appears in the custodian's file within a few days. */
export const CONFIRM_DAYS = 7;

/**
 * Applies the rows to the book in memory. If there is any problem, the caller discards the book: a file is imported as
 * a whole or not at all.
 */
export function planImport(
  custody: Custody,
  { rows, activity, now, newId }: { rows: readonly ActivityRow[]; activity: KnownActivity; now: Date; newId: IdSource },
): ImportPlan {
  const outcomes: { row: ActivityRow; outcome: RowOutcome }[] = [];
  const problems: RowProblem[] = [];
  const confirmed: { number: bigint; reference: string }[] = [];
  const seen = new Map(activity.references);
  for (const row of rows) {
    const earlier = seen.get(row.reference);
    if (earlier !== undefined) {
      const isSame = earlier.type === row.type && earlier.amountMinor === row.amountMinor;
      if (isSame) outcomes.push({ row, outcome: "alreadyImported" });
      else
        problems.push({
          line: row.line,
          message: "Its reference belongs to other activity, with another type or amount.",
        });
      continue;
    }
    seen.set(row.reference, row);
    const transfer = activity.transfers.find(
      (candidate) => isTransferOf(candidate, row) && !confirmed.some(({ number }) => number === candidate.number),
    );
    if (transfer !== undefined) {
      confirmed.push({ number: transfer.number, reference: row.reference });
      outcomes.push({ row, outcome: "confirmsTransfer" });
      continue;
    }
    const moment: Moment = { newId, at: now, day: row.day };
    const applied = withinLimits(custody.book, applyRow(custody, moment, row));
    if ("problem" in applied) problems.push({ line: row.line, message: applied.problem });
    else outcomes.push({ row, outcome: applied.outcome });
  }
  return { outcomes, problems, confirmed };
}

const isTransferOf = (transfer: KnownActivity["transfers"][number], row: ActivityRow): boolean =>
  transfer.type === row.type &&
  transfer.amountMinor === row.amountMinor &&
  Math.abs(Temporal.PlainDate.from(transfer.day).until(row.day).days) <= CONFIRM_DAYS;

type Applied = { readonly outcome: "new" | "settlesOrder" } | { readonly problem: string };

/** Far above any account, and below what JSON numbers represent to the cent and the database holds. */
const BALANCE_MAX = 10n ** 15n;
const SHARES_MAX = 10n ** 18n;

/** What the account could not hold; the caller discards the book. */
function withinLimits(book: Book, applied: Applied): Applied {
  const isWithin = book.cashMinor <= BALANCE_MAX && bookTotal(book) <= BALANCE_MAX && book.sharesE4 <= SHARES_MAX;
  return isWithin ? applied : { problem: `An account holds at most $${formatUsd(BALANCE_MAX)}.` };
}

function applyRow(custody: Custody, moment: Moment, row: ActivityRow): Applied {
  switch (activityRules[row.type].effect) {
    case "none":
      enter(custody.book, eventOf(custody.book, moment, row));
      return { outcome: "new" };
    case "cash":
      return applyCash(custody, moment, row);
    case "value":
      return applyValue(custody, moment, row);
    case "trade":
      return applyTrade(custody, moment, row);
  }
}

const isFee = (type: TreasuryType): boolean => type.startsWith("mercuryFee");
const isIncome = (type: TreasuryType): boolean => type.startsWith("dividend") || type.startsWith("interest");

/** The entry of a row, with the details that belong to its type. */
function eventOf(book: Book, { newId, at, day }: Moment, row: ActivityRow): TreasuryEvent {
  const { type, amountMinor } = row;
  const isTrade = activityRules[type].effect === "trade";
  const forMonth = row.forMonth ?? (isFee(type) || isIncome(type) ? `${day.slice(0, 7)}-01` : null);
  const name = activityNames[type];
  const description = row.description ?? (forMonth === null ? name : `${name} for ${monthInWords(forMonth)}`);
  const isOfFund = isTrade || isIncome(type) || type === "valuationChangePosted";
  return {
    id: newId<TreasuryTransactionId>(),
    type,
    amountMinor,
    day,
    createdAt: at,
    description,
    securityId: row.securityId ?? (isOfFund ? (book.security?.id ?? null) : null),
    security: row.security ?? (isOfFund ? (book.security?.name ?? null) : null),
    creditDescription: isIncome(type) || type.startsWith("mercuryCredit") ? description : null,
    feeDescription: isFee(type) ? description : null,
    amendmentDescription: type === "manualAmendmentPosted" ? description : null,
    sweepDirection: type === "sweepInPosted" ? "in" : type === "sweepOutPosted" ? "out" : null,
    tradeAction: isTrade ? (amountMinor < 0n ? "buy" : "sell") : null,
    forMonth,
    custodianReference: row.reference,
  };
}

const holdsOnly = (minor: bigint, what: string): Applied => ({
  problem: `The account has only $${formatUsd(minor)} ${what} at this point.`,
});

function applyCash({ book, gains }: Custody, moment: Moment, row: ActivityRow): Applied {
  const { amountMinor, type } = row;
  if (amountMinor > 0n) book.cashMinor += amountMinor;
  else if (bookTotal(book) < -amountMinor) return holdsOnly(bookTotal(book), "left");
  else takeCash(book, moment, -amountMinor, isFee(type) ? "fee" : "withdrawal");
  gains.push(enter(book, eventOf(book, moment, row)));
  return { outcome: "new" };
}

function applyValue({ book, gains }: Custody, moment: Moment, row: ActivityRow): Applied {
  if (book.security === undefined || book.sharesE4 === 0n) return { problem: "The account has no shares to revalue." };
  if (freeShares(book) + row.amountMinor < 0n) return holdsOnly(freeShares(book), "in shares");
  book.investedMinor += row.amountMinor;
  book.priceE4 = row.priceE4 ?? book.priceE4;
  gains.push(enter(book, eventOf(book, moment, row)));
  return { outcome: "new" };
}

/** An account holds one fund; a file may name another one once the first is sold. */
function chooseSecurity(book: Book, { securityId, security }: ActivityRow): string | undefined {
  const isEmpty = book.investedMinor === 0n && openOrders(book).length === 0;
  if (securityId === null && book.security === undefined) return "Enter the security's CUSIP and name.";
  if (securityId === null || securityId === book.security?.id) return undefined;
  if (!isEmpty) return `The account holds ${book.security?.name ?? "another security"}; it can hold one at a time.`;
  book.security = { id: securityId, name: security ?? securityId };
  return undefined;
}

function applyTrade(custody: Custody, moment: Moment, row: ActivityRow): Applied {
  const { book } = custody;
  const action = row.amountMinor < 0n ? "buy" : "sell";
  const amountMinor = row.amountMinor < 0n ? -row.amountMinor : row.amountMinor;
  const problem = chooseSecurity(book, row);
  if (problem !== undefined) return { problem };
  const order = openOrders(book).find((open) => open.action === action && open.amountMinor === amountMinor);
  if (order !== undefined) return settleReported(custody, moment, { row, order });
  const free = action === "buy" ? freeCash(book) : freeShares(book);
  if (free < amountMinor) return holdsOnly(free, action === "buy" ? "in cash" : "in shares");
  book.priceE4 = row.priceE4 ?? book.priceE4;
  const sharesE4 = row.sharesE4 ?? sharesBought(amountMinor, book.priceE4);
  book.cashMinor += row.amountMinor;
  book.investedMinor -= row.amountMinor;
  const shares = action === "buy" ? book.sharesE4 + sharesE4 : book.sharesE4 - sharesE4;
  book.sharesE4 = book.investedMinor === 0n || shares < 0n ? 0n : shares;
  enter(book, eventOf(book, moment, row));
  return { outcome: "new" };
}

/** The custodian reports the trade of an order that was placed here. */
function settleReported(
  { book, documents }: Custody,
  moment: Moment,
  { row, order }: { readonly row: ActivityRow; readonly order: Order },
): Applied {
  book.priceE4 = row.priceE4 ?? book.priceE4;
  const placed = order.status === "placed" ? executeOrder(book, moment, order, row.day) : order;
  const executed = { ...placed, sharesE4: row.sharesE4 ?? placed.sharesE4 };
  settleOrder(book, moment, executed, eventOf(book, moment, row));
  documents.push(confirmationOf(executed, moment));
  return { outcome: "settlesOrder" };
}
