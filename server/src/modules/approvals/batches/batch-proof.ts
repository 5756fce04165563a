import { timingSafeEqual } from "node:crypto";
import type { Vault } from "../../../kernel/crypto/vault.ts";
import { canonicalJson } from "../../../kernel/values/canonical-json.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import type { BatchDecisionRow, BatchItemRow } from "./batch.ts";

/** What the user decided: about which requests, and in which versions. */
export type ProvenDecision = Pick<
  BatchDecisionRow,
  "decision_id" | "batch_id" | "user_id" | "verb" | "reason" | "content" | "address"
>;
export type ProvenItem = Pick<BatchItemRow, "request_id" | "version">;

/**
 * Keyed hash over a decision and its requests. Database access alone does not give the key, so a row written there does
 * not make the service decide in a user's name.
 */
export function proofOfDecision(
  vault: Pick<Vault, "mac">,
  organizationId: OrganizationId,
  { decision, items }: { readonly decision: ProvenDecision; readonly items: readonly ProvenItem[] },
): Buffer {
  const { decision_id: id, batch_id: batchId, user_id: userId, verb, reason, content, address } = decision;
  const requests = items.map((item) => [item.request_id, item.version] as const);
  requests.sort(([one], [other]) => (one < other ? -1 : 1));
  const proven = [organizationId, id, batchId, userId, verb, reason, content.toString("hex"), address, requests];
  return vault.mac("audit", `decision about a batch 1\n${canonicalJson(proven)}`);
}

/** Whether the decision and all of its requests are as the user decided. */
export const isProven = (
  vault: Pick<Vault, "mac">,
  organizationId: OrganizationId,
  { decision, items }: { readonly decision: BatchDecisionRow; readonly items: readonly ProvenItem[] },
): boolean => {
  const expected = proofOfDecision(vault, organizationId, { decision, items });
  return decision.proof.length === expected.length && timingSafeEqual(decision.proof, expected);
};
