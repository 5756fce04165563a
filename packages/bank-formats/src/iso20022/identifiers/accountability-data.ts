import { dateProblem, timeProblem } from "../schema/lexical.ts";

/**
 * The forms of Fedwire's accountability data (Fedwire Funds Service, format reference, tags {1520} and {1120}). An IMAD
 * identifies a wire as sent: cycle date, terminal, sequence number. An OMAD identifies it as received, and adds month,
 * day, time, and application.
 */
export type AccountabilityKind = "IMAD" | "OMAD";

const FORM = /^(\d{4})(\d{2})(\d{2})[A-Z0-9]{8}(\d{6})(?:(\d{2})(\d{2})(\d{2})(\d{2})[A-Z0-9]{4})?$/;

/** Whether a text is an IMAD or an OMAD; undefined if it is neither. */
export function accountabilityKindOf(text: string): AccountabilityKind | undefined {
  const match = text.length > 34 ? null : FORM.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, sequence, outMonth, outDay, hour, minute] = match;
  if (dateProblem(`${year}-${month}-${day}`) !== undefined || sequence === "000000") return undefined;
  if (outMonth === undefined) return "IMAD";
  // A leap year, because February 29 is a valid month and day.
  const isOutput =
    dateProblem(`2000-${outMonth}-${outDay}`) === undefined && timeProblem(`${hour}:${minute}:00`) === undefined;
  return isOutput ? "OMAD" : undefined;
}
