import { fileIdModifierAt } from "bursar-bank-formats/nacha";
import { newYorkDate, toNewYork } from "bursar-banking/calendar/new-york";
import { present } from "#kernel/assert.ts";
import type { AchFileSettings } from "./ach-connection.ts";

/** Files of a creation date have the modifiers A–Z and 0–9. */
const MODIFIERS = 36;
const LETTERS = 26;

/**
 * The modifier of the nth file of a creation date, from 0. After 36 files, the modifiers repeat: banks identify a file by
 * its creation time as well (Nacha Operating Rules, Appendix Three 3.2.2, "File ID Modifier", distinguishes the files of
 * a day; bank guides name origin, destination, date, time, and modifier together).
 */
export const modifierAt = (index: number, rule: AchFileSettings["fileIdModifier"]): string =>
  present(
    fileIdModifierAt((rule === "lettersFirst" ? index : index + LETTERS) % MODIFIERS),
    "there are 36 modifiers, and then they repeat",
  );

/**
 * The creation time of a file, `HH:MM`: now, or, if an earlier file with its modifier has that time, a minute after that
 * file's. Undefined if the day has no minute left.
 */
export function timeAfter(last: string | null, now: string): string | undefined {
  if (last === null || last < now) return now;
  if (last >= "23:59") return undefined;
  return Temporal.PlainTime.from(last).add({ minutes: 1 }).toString({ smallestUnit: "minute" });
}

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
