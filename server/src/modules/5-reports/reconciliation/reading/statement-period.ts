import {
  type DatedBalance,
  type PeriodParts,
  type ReportedMovement,
  type StatementPeriod,
  unusable,
} from "./reported-account.ts";

interface BalanceElement {
  readonly Tp: { readonly CdOrPrtry: { readonly Cd?: string | undefined } };
  readonly Amt: { readonly amountMinor: bigint };
  readonly CdtDbtInd: "CRDT" | "DBIT";
  readonly Dt: { readonly Dt: string; readonly DtTm?: undefined } | { readonly Dt?: undefined; readonly DtTm: string };
}

interface StatementElement {
  readonly Bal: readonly BalanceElement[];
  readonly FrToDt?: { readonly FrDtTm: string } | undefined;
}

const DATE_LENGTH = "2026-11-20".length;
export const dayIn = (text: string): string => text.slice(0, DATE_LENGTH);

/** Balances by their codes of ISO 20022 (ExternalBalanceType1Code). */
export function periodPartsOf({ Bal: balances, FrToDt: fromTo }: StatementElement): PeriodParts {
  const balance = (code: string): DatedBalance | undefined => {
    const found = balances.find(({ Tp: type }) => type.CdOrPrtry.Cd === code);
    if (found === undefined) return undefined;
    const { Amt: amount, CdtDbtInd: sign, Dt: date } = found;
    return { on: dayIn(date.Dt ?? date.DtTm), amountMinor: sign === "CRDT" ? amount.amountMinor : -amount.amountMinor };
  };
  const given = fromTo && dayIn(fromTo.FrDtTm);
  return { given, opening: balance("OPBD"), previous: balance("PRCD"), closing: balance("CLBD") };
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
