import type { TestOrganization, TestWorld } from "../service/full-app.ts";
import { callsOfPerson, fillBatch, newSigned, requestIn, seenBatch } from "./batches.ts";

interface Call {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A call of each POST about batches that takes a key; each makes what it needs. */
export function batchCalls(
  place: () => { readonly world: TestWorld; readonly organization: TestOrganization },
): Readonly<Record<string, () => Promise<Call>>> {
  let made = 0;
  const newBookkeeper = async () => {
    const { world, organization } = place();
    return callsOfPerson(world, await newSigned(world, organization, { role: "bookkeeper" }));
  };
  const decision = (verb: string, more: object) => async () => {
    const call = await newBookkeeper();
    const { batchId } = await fillBatch(call, place().organization, { amounts: [++made], name: `Batch ${made}` });
    const { content } = (await seenBatch(call, batchId)).evaluation;
    return { url: `/approval-batches/${batchId}/${verb}`, body: { content, ...more } };
  };
  return {
    "/approval-batches": async () => ({
      url: "/approval-batches",
      body: { name: `Batch ${++made}`, announced: { count: 2, total: 20 } },
    }),
    "/approval-batches/group": async () => {
      const { requestId } = (await requestIn(await newBookkeeper(), place().organization, { amount: ++made })).body;
      return { url: "/approval-batches/group", body: { name: `Group ${made}`, requestIds: [requestId] } };
    },
    "/approval-batches/{batchId}/approve": decision("approve", {}),
    "/approval-batches/{batchId}/reject": decision("reject", { reason: "Not ours" }),
    "/approval-batches/{batchId}/withdraw": decision("withdraw", {}),
  };
}
