const DAY_MS = 86_400_000;

/** Usual terms, in days after the invoice date. */
export const terms = [
  { days: 0, label: "Due on receipt" },
  { days: 15, label: "Net 15" },
  { days: 30, label: "Net 30" },
  { days: 45, label: "Net 45" },
  { days: 60, label: "Net 60" },
] as const;

const timeOf = (day: string): number | undefined => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : time;
};

/** The day so many days after another; the text itself while it is not a date. */
export function daysAfter(day: string, days: number): string {
  const time = timeOf(day);
  return time === undefined ? day : new Date(time + days * DAY_MS).toISOString().slice(0, 10);
}

/** The days between both dates, if they are usual terms. */
export function termsOf(invoiceDate: string, dueDate: string): number | undefined {
  const [from, to] = [timeOf(invoiceDate), timeOf(dueDate)];
  if (from === undefined || to === undefined) return undefined;
  return terms.find(({ days }) => days * DAY_MS === to - from)?.days;
}
