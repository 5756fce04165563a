import { useRef, useState } from "react";

export interface SelectedRows {
  readonly keys: ReadonlySet<string>;
  /** `range`: also the rows between this one and the one selected before. */
  readonly toggle: (key: string, range?: { readonly of: readonly string[] }) => void;
  readonly set: (keys: readonly string[]) => void;
}

/** The selected rows, by key. */
export function useSelectedRows(): SelectedRows {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  return {
    keys,
    toggle: (key, range) => {
      const from = range && last.current !== undefined ? range.of.indexOf(last.current) : -1;
      const to = range?.of.indexOf(key) ?? -1;
      const changed =
        from === -1 || to === -1 ? [key] : (range?.of.slice(Math.min(from, to), Math.max(from, to) + 1) ?? [key]);
      last.current = key;
      setKeys((before) => {
        const selects = !before.has(key) || changed.length > 1;
        return selects ? new Set([...before, ...changed]) : new Set([...before].filter((selected) => selected !== key));
      });
    },
    set: (selected) => {
      last.current = undefined;
      setKeys(new Set(selected));
    },
  };
}
