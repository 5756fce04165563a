import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { callsOfPerson, fillBatch, newSigned, type PersonCalls, requestIn } from "../../kit/batches/batches.ts";
import { openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";

const world = await openWorldOfFile();

/** Law 14 for batches: those of another organization, and its requests, get the same response as unknown ones. */
describe("batches of another organization", () => {
  const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";
  let mine: TestOrganization;
  let call: PersonCalls;
  let batchId: string;
  let requestId: string;

  before(async () => {
    mine = await world.newOrganization();
    const otherOrganization = await world.newOrganization();
    call = callsOfPerson(world, await newSigned(world, mine));
    const bookkeeper = callsOfPerson(world, await newSigned(world, otherOrganization, { role: "bookkeeper" }));
    const batch = await fillBatch(bookkeeper, otherOrganization, { amounts: [10] });
    batchId = batch.batchId;
    requestId = (await requestIn(bookkeeper, otherOrganization, { amount: 11 })).body.requestId;
  });

  const content = "0".repeat(64);
  /** The answer without what identifies the request, and with the ID blanked out. */
  const shown = ({ status, text, body }: Awaited<ReturnType<PersonCalls>>, id: string) => ({
    status,
    text: text.replaceAll(id, "<id>").replaceAll(body?.errors?.requestId ?? "-", "<request>"),
  });

  test("in paths, queries, and bodies", async () => {
    const own = await fillBatch(call, mine, { amounts: [10] });
    const inMine = (id: string) => ({ requestIds: [id] });
    const payment = (id: string) => ({ recipientId: mine.recipientId, amount: 1, paymentMethod: "ach", batchId: id });
    const calls: readonly (readonly [string, string, number, ((id: string) => unknown)?])[] = [
      ["/approval-batches/<id>", batchId, 404],
      ["/approval-batches?start_after=<id>", batchId, 400],
      ["/approvals?batchId=<id>", batchId, 200],
      [`/account/${mine.accountId}/request-send-money`, batchId, 404, payment],
      ["/approval-batches/<id>/submit", batchId, 404, () => ({ count: 1, total: 10 })],
      ["/approval-batches/<id>/remove", batchId, 404, () => inMine(requestId)],
      ["/approval-batches/<id>/ungroup", batchId, 404, () => ({})],
      ["/approval-batches/<id>/approve", batchId, 404, () => ({ content })],
      ["/approval-batches/<id>/reject", batchId, 404, () => ({ content, reason: "Not ours" })],
      ["/approval-batches/<id>/withdraw", batchId, 404, () => ({ content })],
      [`/approval-batches/${own.batchId}/remove`, requestId, 409, inMine],
      ["/approval-batches/group", requestId, 409, (id) => ({ name: "Theirs", ...inMine(id) })],
    ];
    for (const [url, id, status, bodyOf] of calls) {
      const ask = (given: string) => call(url.replace("<id>", given), bodyOf?.(given));
      const foreign = await ask(id);
      assert.deepEqual(shown(foreign, id), shown(await ask(UNKNOWN), UNKNOWN), url);
      assert.equal(foreign.status, status, `${url}: ${foreign.text}`);
    }
  });
});
