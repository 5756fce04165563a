import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifyDone, notifyProblem } from "../feedback/notify.ts";

/**
 * Runs a button's action once at a time, reports the result, and refreshes the page's data, because an error may mean
 * that it was out of date. Resolves to undefined on an error.
 */
export function useAction() {
  const queryClient = useQueryClient();
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
      await queryClient.invalidateQueries();
    }
  };
  return { busy, run };
}
