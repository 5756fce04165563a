import { useEffect, useEffectEvent } from "react";

const TYPED_INTO =
  "textarea, select, [contenteditable=true], [role=combobox], [role=textbox], input:not([type=checkbox], [type=radio], [type=button], [type=submit])";
/** What has keys of its own while it is open. */
const OPEN_ABOVE = "[aria-modal=true], [role=dialog], [role=menu], [role=listbox]";
/** What Enter presses. */
const PRESSED = "a, button, summary, [role=button], [role=option]";

const elementOf = (target: EventTarget | null): Element | undefined => (target instanceof Element ? target : undefined);

/** Whether a key belongs to what has the focus: a field, a dialog, or a menu. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true;
  const element = elementOf(event.target);
  if (element?.matches(TYPED_INTO) || element?.closest(OPEN_ABOVE)) return true;
  return document.querySelector("[aria-modal=true]") !== null;
}

/** Whether Enter presses what has the focus. */
export const isPressed = (event: KeyboardEvent): boolean => elementOf(event.target)?.matches(PRESSED) ?? false;

/** Whether Space would do nothing but scroll. */
export const isRowOrPage = (event: KeyboardEvent): boolean =>
  elementOf(event.target)?.matches("[data-row-link], body, main, section") ?? false;

/**
 * Shortcuts of a page, wherever the focus is, except in fields, dialogs, and menus. `onKey` returns whether it used the
 * key.
 */
export function useDocumentKeys(onKey: (key: string, event: KeyboardEvent) => boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!isTaken(event) && onKey(event.key, event)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
