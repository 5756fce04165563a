import { useState } from "react";
import { useSelectedRows } from "#ui/money-table/use-selected-rows.ts";
import { DecideMany } from "../decide-many.tsx";
import type { QueuedRequest } from "../decisions.ts";

type Verb = "approve" | "reject";
const verbOfKey: Readonly<Record<string, Verb>> = { a: "approve", r: "reject" };

/** Whether the key decides, and did. */
export function decidesBy(key: string, begin: (verb: Verb) => boolean): boolean {
  const verb = verbOfKey[key];
  return verb !== undefined && begin(verb);
}

/** The selection, and the dialog that decides about it, or about one row without a selection. */
export function useDeciding(rows: readonly QueuedRequest[], onDone: () => void) {
  const selection = useSelectedRows();
  const [deciding, setDeciding] = useState<{ readonly verb: Verb; readonly rows: readonly QueuedRequest[] }>();
  const chosen = rows.filter((row) => selection.keys.has(row.requestId));
  const begin = (verb: Verb, current?: QueuedRequest): boolean => {
    const subjects = chosen.length === 0 && current !== undefined ? [current] : chosen;
    const able = subjects.filter((row) => row.allowedActions.includes(verb));
    if (able.length > 0) setDeciding({ verb, rows: able });
    return able.length > 0;
  };
  const close = () => {
    setDeciding(undefined);
    selection.set([]);
    onDone();
  };
  return { selection, chosen, begin, dialog: deciding && <DecideMany {...deciding} onClose={close} /> };
}
