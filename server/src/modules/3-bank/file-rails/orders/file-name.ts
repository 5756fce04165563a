import { toNewYork } from "bursar-banking/calendar/new-york";

/** The file's name at the bank. */
export const bankFileNameOf = (pattern: string, { at, number }: { at: Date; number: number }): string => {
  const local = toNewYork(at);
  const values: Readonly<Record<string, string>> = {
    "{date}": local.toPlainDate().toString().replaceAll("-", ""),
    "{time}": local.toPlainTime().toString({ smallestUnit: "second" }).replaceAll(":", ""),
    "{number}": String(number).padStart(6, "0"),
  };
  return pattern.replaceAll(/\{(?:date|time|number)\}/g, (placeholder) => values[placeholder] ?? "");
};
