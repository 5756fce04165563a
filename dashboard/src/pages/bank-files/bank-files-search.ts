import { railNames } from "#ui/bank-connections/connection-words.ts";
import { cursorParams, textParam } from "../../app/search-params.ts";
import { directionNames, formatNames, stateNames } from "./file-labels.ts";

const keyOf = <Key extends string>(names: Readonly<Record<Key, unknown>>, value: unknown): Key | undefined =>
  Object.keys(names).find((name): name is Key => name === value);

/** The list's filters and page. */
export const bankFilesSearchOf = (search: Record<string, unknown>) => ({
  ...cursorParams(search),
  direction: keyOf(directionNames, search["direction"]),
  rail: keyOf(railNames, search["rail"]),
  format: keyOf(formatNames, search["format"]),
  state: keyOf(stateNames, search["state"]),
  connection: textParam(search["connection"]),
  /** Only files that need a person. */
  attention: search["attention"] === true || undefined,
});
export type BankFilesSearch = Partial<ReturnType<typeof bankFilesSearchOf>>;
