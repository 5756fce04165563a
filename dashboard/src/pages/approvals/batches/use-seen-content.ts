import { useState } from "react";
import type { ApprovalBatch } from "./use-batch.ts";

export interface SeenContent {
  /** The digest of what the user has seen, which a decision names; undefined: nothing waited. */
  readonly content: string | undefined;
  /** The batch contains something else now. */
  readonly hasChanged: boolean;
  /** The user has looked at the batch, or changed it. */
  readonly see: (batch: ApprovalBatch) => void;
  /** The user's own decision is not reported as a change. */
  readonly expect: (decisionId: string) => void;
}

/** Compares what the user has seen of a batch with what it contains, so that no change is approved unseen. */
export function useSeenContent(batch: ApprovalBatch): SeenContent {
  const now = batch.evaluation?.content;
  const { decision } = batch;
  const [seen, setSeen] = useState(now);
  const [expected, setExpected] = useState<string>();
  // Answers to earlier calls may still arrive, without the decision.
  if (expected !== undefined && decision?.decisionId === expected && decision.state === "done") {
    setExpected(undefined);
    setSeen(now);
  }
  return {
    content: seen,
    hasChanged: seen !== now && expected === undefined && decision?.state !== "running",
    see: ({ evaluation }) => setSeen(evaluation?.content),
    expect: setExpected,
  };
}
