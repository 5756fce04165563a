import type { Id, RequestId, UserId } from "#kernel/values/ids.ts";
import type { BatchId } from "../requests/approval-request.ts";
import type { BatchDecisionState, BatchItemState, BatchState } from "./batch-states.ts";

export type BatchDecisionId = Id<"approvalBatchDecision">;

/** As many as the largest file of payments has rows. */
export const BATCH_MAX = 5_000;

/** A named batch of requests that approvers decide about together. */
export interface BatchRow {
  readonly batch_id: BatchId;
  readonly state: BatchState;
  readonly name: string;
  readonly announced_count: number;
  readonly announced_minor: bigint;
  /** Requests that were taken out of it. */
  readonly removed_count: number;
  readonly created_by: UserId;
  readonly created_at: Date;
  readonly submitted_at: Date | null;
}

export const batchVerbs = ["approve", "reject", "withdraw"] as const;
export type BatchVerb = (typeof batchVerbs)[number];

/** One user's decision about the requests of a batch. */
export interface BatchDecisionRow {
  readonly decision_id: BatchDecisionId;
  readonly batch_id: BatchId;
  readonly user_id: UserId;
  readonly verb: BatchVerb;
  readonly reason: string | null;
  /** The digest of the content that the user had seen. */
  readonly content: Buffer;
  readonly address: string | null;
  readonly state: BatchDecisionState;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

/** A request of a decision. */
export interface BatchItemRow {
  readonly request_id: RequestId;
  readonly version: number;
  readonly state: BatchItemState;
  /** Why it was refused. */
  readonly code: string | null;
  readonly message: string | null;
}
