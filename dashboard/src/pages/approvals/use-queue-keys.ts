import { useHotkeys } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { QueuedRequest } from "./decisions.ts";

interface KeyActions {
  /** False while a dialog is open. */
  readonly enabled: boolean;
  readonly open: (row: QueuedRequest) => void;
  readonly toggle: (row: QueuedRequest) => void;
  readonly decide: (verb: "approve" | "reject", row: QueuedRequest) => void;
  readonly help: () => void;
}

/** Keyboard shortcuts of the queue (see KeyboardShortcuts). Returns the current row. */
export function useQueueKeys(rows: readonly QueuedRequest[], actions: KeyActions): QueuedRequest | undefined {
  const [currentId, setCurrentId] = useState<string>();
  const index = rows.findIndex((row) => row.requestId === currentId);
  const current = rows[index];
  const move = (by: number) => {
    const next = rows[Math.min(Math.max(index + by, 0), rows.length - 1)];
    if (next !== undefined) setCurrentId(next.requestId);
  };
  useEffect(() => {
    if (currentId === undefined) return;
    document.querySelector(`[data-request="${CSS.escape(currentId)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [currentId]);
  const when = (act: () => void) => () => {
    if (actions.enabled) act();
  };
  const onCurrent = (act: (row: QueuedRequest) => void) =>
    when(() => {
      if (current !== undefined) act(current);
    });
  useHotkeys([
    ["j", when(() => move(1))],
    ["k", when(() => move(index === -1 ? 0 : -1))],
    ["x", onCurrent(actions.toggle)],
    ["a", onCurrent((row) => actions.decide("approve", row))],
    ["r", onCurrent((row) => actions.decide("reject", row))],
    // "?" is Shift and another key on most keyboards, and a key of its own on some.
    ["?", when(actions.help)],
    ["shift+?", when(actions.help)],
  ]);
  // Enter belongs to a focused button or link; otherwise it opens the current row.
  useHotkeys(
    [["Enter", onCurrent(actions.open), { preventDefault: false }]],
    ["INPUT", "SELECT", "TEXTAREA", "BUTTON", "A"],
  );
  return current;
}
