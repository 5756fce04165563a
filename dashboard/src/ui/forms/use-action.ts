import { useState } from "react";
import { type Refreshable, useRefresh } from "../../api/refresh.ts";
import { notifyDone, notifyProblem } from "../feedback/notify.ts";

/**
 * Runs a button's action once at a time, reports the result, and refreshes what it changes, also after an error, which may
 * mean that the page was out of date. Resolves to undefined on an error.
 */
export function useAction([first, ...others]: readonly Refreshable[]) {
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const run = async <T>(work: () => Promise<T>, done?: string): Promise<T | undefined> => {
    setBusy(true);
    try {
      const result = await work();
      if (done !== undefined) notifyDone(done);
      return result;
    } catch (error) {
      notifyProblem(error);
      return undefined;
    } finally {
      setBusy(false);
      if (first !== undefined) await refresh(first, ...others);
    }
  };
  return { busy, run };
}
