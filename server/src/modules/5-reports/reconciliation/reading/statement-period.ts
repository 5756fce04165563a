import type { AccountReport } from "bursar-bank-formats/iso20022";
import {
  type DatedBalance,
  type PeriodParts,
  type ReportedMovement,
  type StatementPeriod,
  unusable,
} from "./reported-account.ts";

const DATE_LENGTH = "2026-11-20".length;
export const dayIn = (text: string): string => text.slice(0, DATE_LENGTH);

/** Balances by their codes of ISO 20022 (ExternalBalanceType1Code). Interim ones are no statement. */
export function periodPartsOf({ balances, from }: Pick<AccountReport, "balances" | "from">): PeriodParts | undefined {
  const balance = (balanceCode: string): DatedBalance | undefined => {
    const found = balances.find(
      ({ code, subType, on }) => code === balanceCode && subType !== "INTM" && on !== undefined,
    );
    if (found?.on === undefined) return undefined;
    const { amount, direction, on } = found;
    return { on: dayIn(on), amountMinor: direction === "credit" ? amount.amountMinor : -amount.amountMinor };
  };
  const parts = { opening: balance("OPBD"), previous: balance("PRCD"), closing: balance("CLBD") };
  const isInterim = balances.some(({ code, subType }) => code === "ITBD" || code === "ITAV" || subType === "INTM");
  if (isInterim && parts.closing === undefined) return undefined;
  return { given: from === undefined ? undefined : dayIn(from), ...parts };
}

/** The period of a whole statement. Throws UnusableStatement if it lacks a balance. */
export function periodOf(parts: PeriodParts, movements: readonly ReportedMovement[]): StatementPeriod {
  const first = parts.opening ?? parts.previous;
  const { closing } = parts;
  if (first === undefined || closing === undefined)
    return unusable("It has no booked opening or closing balance (OPBD or PRCD, and CLBD).");
  return {
    fromOn: startOf(parts, closing.on, movements),
    closesOn: closing.on,
    openingMinor: first.amountMinor,
    closingMinor: closing.amountMinor,
  };
}

/**
 * The first day of a statement. Some banks date the opening balance on that day, others on the day before, when it was the
 * closing balance: a movement on its day tells.
 */
function startOf(
  { given, opening, previous }: PeriodParts,
  closesOn: string,
  movements: readonly ReportedMovement[],
): string {
  if (given !== undefined) return given;
  if (opening !== undefined && opening.on < closesOn)
    return movements.some(({ bookedOn }) => bookedOn === opening.on) ? opening.on : dayAfter(opening.on);
  if (opening === undefined && previous !== undefined && previous.on < closesOn) return dayAfter(previous.on);
  return closesOn;
}

const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
