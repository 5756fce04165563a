import type { NachaReturnReason } from "../codes/return-reasons.ts";
import { bankingDaysLater, calendarDaysAfter, type IsBankingDay } from "./dates.ts";

/**
 * Deadlines of the Nacha Operating Rules as dates. Returns are due before the opening of business on the date; the other
 * deadlines end with the date.
 */

/** Article Two 2.9.2: reversing entries are available to the RDFI within five banking days of settlement. */
const REVERSAL_BANKING_DAYS = 5;
/** Article Two 2.6.2: live entries from the third banking day after the settlement of a prenote. */
const PRENOTE_BANKING_DAYS = 3;
/** Article Two 2.12.1: corrections within six banking days of receipt, or before the next entry. */
const CHANGE_BANKING_DAYS = 6;

/**
 * The last date on which a return with this reason is timely, counted from the settlement of the entry (of the return,
 * for codes that answer one). Undefined for codes without a fixed limit. Sixty calendar days end on the banking day
 * after the sixtieth day (Article Three 3.13).
 */
export function returnDeadline(
  { timeFrame }: Pick<NachaReturnReason, "timeFrame">,
  settledOn: string,
  isBankingDay: IsBankingDay,
): string | undefined {
  if (timeFrame.unit === "bankingDays") return bankingDaysLater(settledOn, timeFrame.count, isBankingDay);
  if (timeFrame.unit === "calendarDays")
    return bankingDaysLater(calendarDaysAfter(settledOn, timeFrame.count), 1, isBankingDay);
  return undefined;
}

/** The last date on which a reversal of an entry is allowed. */
export const reversalDeadline = (settledOn: string, isBankingDay: IsBankingDay): string =>
  bankingDaysLater(settledOn, REVERSAL_BANKING_DAYS, isBankingDay);

/** The first date on which live entries may follow a prenote, unless it was returned or corrected. */
export const liveEntriesAfterPrenote = (prenoteSettledOn: string, isBankingDay: IsBankingDay): string =>
  bankingDaysLater(prenoteSettledOn, PRENOTE_BANKING_DAYS, isBankingDay);

/** The date by which a notification of change must be applied, unless the next entry is later. */
export const changeDeadline = (receivedOn: string, isBankingDay: IsBankingDay): string =>
  bankingDaysLater(receivedOn, CHANGE_BANKING_DAYS, isBankingDay);
