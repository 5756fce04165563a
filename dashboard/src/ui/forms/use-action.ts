import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifyDone, notifyProblem } from "../feedback/notify.ts";

/**
 * Runs what a button asks for: once at a time, with a word when it is done or refused, and everything on the page read anew
 * afterwards, since a refusal may mean that the page was old. Resolves to what the work brought, or undefined when refused.
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
