import { minorOfReturned } from "#kernel/values/money.ts";
import { asDollars, type Column, dayInNewYork, printable, type Screen, stateColor, table } from "../output.ts";
import type { ApiItem } from "./pages.ts";
import type { ApiResource, Field } from "./resources.ts";

/** A table for people. */
export const itemsTable = ({ fields }: ApiResource, items: readonly ApiItem[], screen: Screen | undefined): string =>
  table(fields.flatMap(columnOf), items, screen);

function columnOf({ name, title, kind, flexible = false, droppable = false }: Field): readonly Column<ApiItem>[] {
  if (title === undefined) return [];
  const column = {
    title,
    value: (item: ApiItem) => shownValue(item[name], kind),
    right: kind === "money" || kind === "count",
    flexible,
    droppable,
  };
  if (kind !== "state") return [column];
  return [{ ...column, color: (item: ApiItem) => stateColor(shownValue(item[name], kind)) }];
}

function shownValue(value: unknown, kind: Field["kind"]): string {
  if (value === null || value === undefined) return "";
  if (kind === "money" && typeof value === "number") return asDollars(value);
  if (kind === "day" && typeof value === "string") return dayInNewYork(value);
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** Lines of CSV with the API's names as the header, which does not depend on the items. */
export async function csvLines(
  { fields }: ApiResource,
  items: readonly ApiItem[],
  withHeader: boolean,
): Promise<string> {
  // Loaded when it is needed: lists for people need none of it.
  const { csvOf } = await import("#kernel/values/csv.ts");
  const lines = items.map((item) => fields.map(({ name, kind }) => cellOf(item[name], kind)));
  const all = withHeader ? [fields.map(({ name }) => name), ...lines] : lines;
  return csvOf(all).replaceAll("\r\n", "\n").trimEnd();
}

/** An amount is a number that spreadsheets add up; every other text is harmless in them. */
function cellOf(value: unknown, kind: Field["kind"]): bigint | string | null {
  if (value === null || value === undefined) return null;
  if (kind === "money" && typeof value === "number") return minorOfReturned(value);
  return Array.isArray(value) ? value.join(" ") : String(value);
}

/** All that a resource has, a line for each member, by the API's names. */
export function description(item: ApiItem, indent = ""): string {
  const members = Object.entries(item).filter(([, value]) => !isEmpty(value));
  const width = Math.max(0, ...members.map(([name]) => name.length)) + 2;
  return members
    .map(([name, value]) => {
      if (Array.isArray(value) && value.some(isItem))
        return value.map((entry) => `${indent}${name}:\n${description(entry, `${indent}  `)}`).join("\n");
      if (isItem(value)) return `${indent}${name}:\n${description(value, `${indent}  `)}`;
      return `${indent}${`${name}:`.padEnd(width)}${printable(Array.isArray(value) ? value.join(", ") : String(value))}`;
    })
    .join("\n");
}

const isItem = (value: unknown): value is ApiItem =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) ? value.length === 0 : isItem(value) && Object.keys(value).length === 0);
