import { assert } from "#kernel/assert.ts";
import type { FindRequesters } from "#payments/payments";
import { requestersById } from "./requesters.queries.ts";

/** Lists of transactions receive this function, because payments are below approvals. */
export const findRequestersOf: FindRequesters = async (db, organizationId, requestIds) => {
  if (requestIds.length === 0) return new Map();
  const rows = await requestersById(db, organizationId, requestIds);
  assert(rows.length <= new Set(requestIds).size, "each request is read once");
  return new Map(rows.map(({ request_id: id, ...requester }) => [id, requester]));
};
