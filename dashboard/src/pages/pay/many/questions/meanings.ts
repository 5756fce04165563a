import { amountOfCell, type DecimalSign } from "../reading/values/amounts.ts";
import { type DateOrder, readDate } from "../reading/values/dates.ts";
import { centsText } from "./cents-text.ts";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** “1.234,56” is $1,234.56 */
export function decimalMeaning(example: string, sign: DecimalSign): string {
  const read = amountOfCell(example, sign);
  return "cents" in read ? `“${example}” is ${centsText(read.cents)}` : `“${example}” is not a valid amount`;
}

/** “03/04/2026” is March 4, 2026 */
export function dateMeaning(example: string, order: DateOrder): string {
  const read = readDate(example, order);
  return "date" in read ? `“${example}” is ${day.format(new Date(read.date))}` : `“${example}” is not a valid date`;
}
