import { newYorkDate, toNewYork } from "../../../banking/calendar/new-york.ts";
import { fileIdModifierAt } from "../../../formats/nacha/index.ts";
import type { AchFileSettings } from "./ach-connection.ts";

/** Files of a creation date have the modifiers A–Z and 0–9. */
const FILES_PER_DAY_MAX = 36;
const LETTERS = 26;

/** The modifier of the nth file of a creation date, from 0; undefined after 36 files. */
export const modifierAt = (index: number, rule: AchFileSettings["fileIdModifier"]): string | undefined =>
  index < FILES_PER_DAY_MAX
    ? fileIdModifierAt(rule === "lettersFirst" ? index : (index + LETTERS) % FILES_PER_DAY_MAX)
    : undefined;

/** The creation date and time of a file, New York. */
export const fileCreationOf = (at: Date) => ({
  creationDate: newYorkDate(at).toString(),
  creationTime: toNewYork(at).toPlainTime().toString({ smallestUnit: "minute" }),
});

/** The values in a `messageIdOfFile` that identify the file among those of its connection; undefined for other texts. */
export function identityInMessageId(messageId: string) {
  const found = /^[^-]{1,10}-[0-9]{9}-([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([A-Z0-9])$/.exec(messageId);
  if (found === null) return undefined;
  const [, year = "", month = "", day = "", hour = "", minute = "", modifier = ""] = found;
  const parties = messageId.slice(0, -12).split("-");
  return {
    immediateOrigin: parties[0] ?? "",
    immediateDestination: parties[1] ?? "",
    creationDate: `20${year}-${month}-${day}`,
    creationTime: `${hour}:${minute}`,
    modifier,
  };
}
