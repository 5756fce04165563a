import { type RefObject, useEffect, useRef, useState } from "react";

export interface CurrentRow {
  /** The row that keys act on: the last one that had the focus, or that the panel shows. */
  readonly key: string | undefined;
  /** The row before or after the current one; the first row if there is none. */
  readonly neighbor: (by: 1 | -1) => string | undefined;
  /** Makes a row current, and takes the focus to it unless the panel has it. */
  readonly go: (key: string) => void;
  readonly onFocus: (key: string) => void;
}

/**
 * The current row; the panel's, if it shows another one. It has the focus, so that browsers show it, screen readers announce it, and Enter opens it, in a new
 * tab with Ctrl. When it leaves the list, its neighbor follows it.
 */
export function useCurrentRow(
  table: RefObject<HTMLTableElement | null>,
  keys: readonly string[],
  shown: string | undefined,
): CurrentRow {
  const [key, setKey] = useState(shown);
  const [shownBefore, setShownBefore] = useState(shown);
  if (shown !== shownBefore) {
    setShownBefore(shown);
    if (shown !== undefined) setKey(shown);
  }
  const isListed = key !== undefined && keys.includes(key);
  /** The last list that had the current row. */
  const before = useRef(keys);
  useEffect(() => {
    if (isListed) before.current = keys;
  });
  const neighbor = (by: 1 | -1): string | undefined => {
    if (key === undefined) return keys[0];
    if (!isListed) return survivorOf(key, { before: before.current, now: keys, by }) ?? keys[0];
    return keys[Math.min(Math.max(keys.indexOf(key) + by, 0), keys.length - 1)];
  };
  const go = (to: string) => {
    setKey(to);
    const link = table.current?.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(to)}"] [data-row-link]`);
    link?.closest("tr")?.scrollIntoView({ block: "nearest" });
    if (document.activeElement?.closest("[data-panel]") == null) link?.focus({ preventScroll: true });
  };
  return { key: isListed ? key : undefined, neighbor, go, onFocus: setKey };
}

/** The nearest row, in a direction, of those that were listed with one that is gone. */
function survivorOf(
  gone: string,
  { before, now, by }: { readonly before: readonly string[]; readonly now: readonly string[]; readonly by: 1 | -1 },
): string | undefined {
  const at = before.indexOf(gone);
  if (at === -1) return undefined;
  const following = by === 1 ? before.slice(at + 1) : before.slice(0, at).toReversed();
  return following.find((key) => now.includes(key));
}
