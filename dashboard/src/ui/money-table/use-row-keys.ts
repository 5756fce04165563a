import { isPressed, isRowOrPage, useDocumentKeys } from "./document-keys.ts";
import type { CurrentRow } from "./use-current-row.ts";
import type { SelectedRows } from "./use-selected-rows.ts";

/** Which row is open in the panel, if any. */
export interface Peek {
  readonly key: string | undefined;
  readonly onPeek: (key: string | undefined) => void;
}

interface RowKeys {
  readonly current: CurrentRow;
  readonly selection: SelectedRows | undefined;
  /** In the order of the rows. */
  readonly selectable: readonly string[];
  readonly peek: Peek | undefined;
  /** Opens a row's page. */
  readonly onOpen: (key: string) => void;
  /** Keys of the page. */
  readonly onKey: (key: string) => boolean;
}

/** Makes the row before or after the current one current; the panel follows. */
export function stepper({ current, peek }: Pick<RowKeys, "current" | "peek">) {
  return (by: 1 | -1): boolean => {
    const next = current.neighbor(by);
    if (next === undefined) return false;
    current.go(next);
    if (peek?.key !== undefined) peek.onPeek(next);
    return true;
  };
}

/** Closes the panel and gives the focus back to the row. */
export function closer({ current, peek }: Pick<RowKeys, "current" | "peek">) {
  return (): boolean => {
    if (peek?.key === undefined) return false;
    const { key } = peek;
    // The panel has to lose the focus before a row can have it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    peek.onPeek(undefined);
    current.go(key);
    return true;
  };
}

/** The keys of a table (view/shortcut-help.tsx lists them). */
export function useRowKeys(keys: RowKeys): void {
  const { current, selection, selectable, peek, onOpen, onKey } = keys;
  const step = stepper(keys);
  const withCurrent = (act: (key: string) => void): boolean => {
    if (current.key === undefined) return false;
    act(current.key);
    return true;
  };
  const select = (isRange: boolean): boolean =>
    withCurrent((key) => {
      if (selectable.includes(key)) selection?.toggle(key, isRange ? { of: selectable } : undefined);
    });
  const togglePanel = (): boolean => {
    if (peek === undefined) return false;
    if (peek.key !== undefined && peek.key === current.key) return closer(keys)();
    // Without a current row, the first one.
    const key = current.key ?? current.neighbor(1);
    if (key === undefined) return false;
    if (current.key === undefined) current.go(key);
    peek.onPeek(key);
    return true;
  };
  const actions: Readonly<Record<string, (event: KeyboardEvent) => boolean>> = {
    j: () => step(1),
    k: () => step(-1),
    x: (event) => select(event.shiftKey),
    // A focused link or button takes the key itself.
    Enter: (event) => !isPressed(event) && withCurrent(onOpen),
    o: togglePanel,
    " ": (event) => isRowOrPage(event) && togglePanel(),
    Escape: closer(keys),
  };
  useDocumentKeys((pressed, event) => {
    // Caps Lock does not matter.
    const key = pressed.length === 1 ? pressed.toLowerCase() : pressed;
    return actions[key]?.(event) ?? onKey(key);
  });
}
