import { Button } from "@mantine/core";
import { useState } from "react";
import { useRefresh } from "../../api/refresh.ts";
import { notifyDone, notifyProblem } from "../../ui/feedback/notify.ts";
import { countText } from "../../ui/page/count-text.ts";
import { matchPair } from "./movement-actions.tsx";
import type { Pair } from "./pair-up.ts";

const matchesText = (count: number): string => countText(count, "exact match", "exact matches");

/** Accepts every pair that can mean nothing else. Each is a match of its own, which can be undone alone. */
export function AcceptExact({ pairs }: { readonly pairs: readonly Pair[] }) {
  const refresh = useRefresh();
  const [done, setDone] = useState<number>();
  const exact = pairs.filter(({ isExact }) => isExact);
  if (exact.length === 0 && done === undefined) return null;
  const accept = async () => {
    let accepted = 0;
    setDone(0);
    try {
      for (const pair of exact) {
        await matchPair(pair);
        accepted += 1;
        setDone(accepted);
      }
    } catch (error) {
      notifyProblem(error);
    }
    await refresh("reconciliation", "transactions");
    if (accepted > 0) notifyDone(`${matchesText(accepted)} accepted.`);
    setDone(undefined);
  };
  return (
    <Button size="xs" disabled={done !== undefined} onClick={() => void accept()}>
      {done === undefined
        ? `Accept ${exact.length === 1 ? "" : "all "}${matchesText(exact.length)}`
        : `Matching ${done} of ${exact.length}`}
    </Button>
  );
}
