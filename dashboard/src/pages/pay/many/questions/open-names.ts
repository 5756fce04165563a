import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import { nameKey } from "../reading/recipients/known-recipients.ts";
import { indexNames, type NearName, nearNames } from "../reading/recipients/near-names.ts";
import type { FileRecipient, FileRow } from "../rows/file-rows.ts";
import type { FileJob } from "../use-job.ts";

/** A name of the file that is no recipient's, or several recipients', with its rows. */
export interface OpenName {
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly rows: readonly FileRow[];
  readonly near: readonly NearName<FileRecipient>[];
  readonly namesakes: readonly FileRecipient[];
}

const SLICE_MS = 10;
const SHOW_MS = 200;

/** The names that need a decision, with suggestions as far as they are found. */
export function useOpenNames({ payments, recipients, job }: FileJob): readonly OpenName[] {
  const groups = useMemo(() => groupsOf(payments), [payments]);
  const names = useMemo(() => groups.filter(({ namesakes }) => namesakes.length === 0), [groups]);
  const near = useNearNames(names, recipients.data);
  const { dismissed } = job.decisions;
  return groups.map((group) => ({ ...group, near: dismissed.includes(group.key) ? [] : (near.get(group.key) ?? []) }));
}

function groupsOf(rows: readonly FileRow[]): readonly Omit<OpenName, "near">[] {
  const groups = new Map<
    string,
    { name: string; email: string; rows: FileRow[]; namesakes: readonly FileRecipient[] }
  >();
  for (const row of rows) {
    const { recipient: name, email } = row.texts;
    if (row.recipient !== undefined || row.isExcluded || name.trim() === "") continue;
    const key = nameKey(name);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { name, email, rows: [row], namesakes: row.namesakes });
    else {
      group.rows.push(row);
      group.email ||= email;
    }
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

/** Searches in slices, so that the page responds while thousands of names are compared. */
function useNearNames(
  names: readonly Pick<OpenName, "key" | "name">[],
  recipients: readonly FileRecipient[] | undefined,
): ReadonlyMap<string, readonly NearName<FileRecipient>[]> {
  const [shown, setShown] = useState<ReadonlyMap<string, readonly NearName<FileRecipient>[]>>(new Map());
  const index = useMemo(
    () => recipients && indexNames(recipients, ({ name, nickname }) => (nickname === null ? [name] : [name, nickname])),
    [recipients],
  );
  // Names found for these recipients stay found when rows change.
  const found = useRef({ index, near: new Map<string, readonly NearName<FileRecipient>[]>() });
  useEffect(() => {
    if (index === undefined) return undefined;
    if (found.current.index !== index) found.current = { index, near: new Map() };
    const { near } = found.current;
    const waiting = names.filter(({ key }) => !near.has(key));
    let shownAt = performance.now();
    let timer: ReturnType<typeof setTimeout>;
    const work = () => {
      const begun = performance.now();
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        near.set(next.key, nearNames(next.name, index));
        if (performance.now() - begun > SLICE_MS) break;
      }
      if (waiting.length === 0 || performance.now() - shownAt > SHOW_MS) {
        shownAt = performance.now();
        startTransition(() => setShown(new Map(near)));
      }
      if (waiting.length > 0) timer = setTimeout(work);
    };
    work();
    return () => clearTimeout(timer);
  }, [names, index]);
  return shown;
}
