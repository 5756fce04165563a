import type { CheckProblemLog } from "../check-file-error.ts";

/** A place in data that people wrote, such as a template from a settings file; each read reports what is wrong there. */
export interface DataPlace {
  readonly text: (key: string, lengthMax: number) => string;
  readonly flag: (key: string) => boolean;
  readonly whole: (key: string, max: number) => number;
  readonly oneOf: <T extends string>(key: string, values: readonly T[]) => T;
  readonly has: (key: string) => boolean;
  readonly place: (key: string) => DataPlace;
  readonly places: (key: string, max: number) => readonly DataPlace[];
  readonly texts: (key: string, max: number) => readonly string[];
  readonly keys: () => readonly string[];
  readonly problem: (key: string, rule: string) => void;
  /** Reports keys that are not in the list. */
  readonly only: (keys: readonly string[]) => void;
}

type Data = Readonly<Record<string, unknown>>;

const isData = (value: unknown): value is Data => typeof value === "object" && value !== null && !Array.isArray(value);

export function dataPlace(value: unknown, path: string, log: CheckProblemLog): DataPlace {
  const data: Data = isData(value) ? value : {};
  const pathOf = (key: string): string => (path === "" ? key : `${path}.${key}`);
  const report = (key: string, shown: unknown, rule: string): void =>
    log.add(0, pathOf(key), typeof shown === "string" ? shown : "", rule);
  if (!isData(value)) log.add(0, path, "", "must be an object");
  const own = (key: string): unknown => (Object.hasOwn(data, key) ? data[key] : undefined);
  const list = (key: string, max: number): readonly unknown[] => {
    const found = own(key);
    if (Array.isArray(found) && found.length <= max) return found;
    report(key, found, `must be a list of at most ${max}`);
    return [];
  };
  return {
    text: (key, lengthMax) => {
      const found = own(key);
      if (typeof found === "string" && found.length <= lengthMax && /^[ -~\t]*$/.test(found)) return found;
      report(key, found, `must be a text of at most ${lengthMax} ASCII characters`);
      return "";
    },
    flag: (key) => {
      const found = own(key);
      if (typeof found !== "boolean") report(key, found, "must be true or false");
      return found === true;
    },
    whole: (key, max) => {
      const found = own(key);
      if (typeof found === "number" && Number.isInteger(found) && found >= 1 && found <= max) return found;
      report(key, found, `must be a whole number from 1 to ${max}`);
      return 1;
    },
    oneOf: <T extends string>(key: string, values: readonly [T, ...T[]] | readonly T[]): T => {
      const found = own(key);
      const value = values.find((name) => name === found);
      if (value === undefined) report(key, found, `must be one of ${values.join(", ")}`);
      const [first] = values;
      if (first === undefined) throw new TypeError("a choice needs values");
      return value ?? first;
    },
    has: (key) => own(key) !== undefined,
    place: (key) => dataPlace(own(key), pathOf(key), log),
    places: (key, max) => list(key, max).map((item, index) => dataPlace(item, `${pathOf(key)}[${index}]`, log)),
    texts: (key, max) =>
      list(key, max).flatMap((item) => {
        if (typeof item === "string" && item.length <= 400) return [item];
        report(key, "", "must contain texts of at most 400 characters");
        return [];
      }),
    keys: () => Object.keys(data),
    problem: (key, rule) => report(key, own(key), rule),
    only: (keys) => {
      for (const key of Object.keys(data)) if (!keys.includes(key)) report(key, "", "is not known here");
    },
  };
}
