import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { reviewRequestOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { afterApproval, type Decision, decide, type QueuedRequest } from "./decisions.ts";

export type Result = { readonly done: boolean; readonly text: string } | "busy" | undefined;

/** Warnings are part of the review, not of the queue. Read again for each dialog, but not while or after decisions are sent. */
function useReviews(rows: readonly QueuedRequest[], enabled: boolean) {
  return useQueries({
    queries: rows.map(({ requestId }) => ({
      ...reviewRequestOptions({ path: { requestId } }),
      enabled,
      staleTime: 0,
      refetchOnWindowFocus: false,
    })),
    combine: (found) => ({
      isRead: found.every(({ isFetchedAfterMount, isError }) => isFetchedAfterMount || isError),
      of: new Map(found.flatMap(({ data }) => (data === undefined ? [] : [[data.request.requestId, data] as const]))),
    }),
  });
}
export type Reviews = ReturnType<typeof useReviews>;

/** Sends decisions one by one and keeps the result of each. */
export function useDecisions(rows: readonly QueuedRequest[]) {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [state, setState] = useState<"confirming" | "busy" | "done">("confirming");
  const reviews = useReviews(rows, state === "confirming");
  const set = (requestId: string, result: Result) => setResults((before) => new Map(before).set(requestId, result));
  const run = async (decision: Decision) => {
    setState("busy");
    for (const row of rows) {
      set(row.requestId, "busy");
      try {
        const after = await decide(row, decision);
        const approved = () => afterApproval(after, reviews.of.get(row.requestId));
        set(row.requestId, { done: true, text: decision.verb === "approve" ? approved() : "Rejected" });
      } catch (error) {
        set(row.requestId, { done: false, text: messageOf(error) });
      }
    }
    setState("done");
  };
  return { reviews, results, state, run };
}
