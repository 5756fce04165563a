import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { browse, newPerson, provedIn } from "../../kit/worlds/people.ts";

const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

/** Law 14 for reversals and recalls: another organization's IDs get exactly the same answer as IDs that do not exist. */
describe("other organizations' reversals and recalls are invisible", () => {
  let world: TestWorld;
  let mine: TestOrganization;
  let cookie: string;
  let their: { readonly transaction: string; readonly undo: string };
  before(async () => {
    world = await openWorld();
    mine = await world.newOrganization();
    const otherOrganization = await world.newOrganization();
    await otherOrganization.deposit(otherOrganization.accountId, 100_000n);
    const call = async (request: Parameters<typeof inject>[2]) => {
      const answer = await inject(world.app, otherOrganization.token, request);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    };
    const { id } = await call(payment(otherOrganization));
    await call({ method: "POST", url: `/sandbox/transactions/${id}/settle` });
    const undo = await call({ url: `/transaction/${id}/undo`, body: { reason: "duplicate" } });
    their = { transaction: id, undo: undo.id };
    cookie = await provedIn(world.app, await newPerson(world, mine.organizationId));
  });
  after(() => world.close());

  /** The answer without what identifies the request, and with the ID blanked out. */
  const shown = (
    { status, text, body }: { status: number; text: string; body?: { errors?: { requestId: string } } },
    id: string,
  ) => ({
    status,
    text: text.replaceAll(id, "<id>").replaceAll(body?.errors?.requestId ?? "-", "<request>"),
  });

  test("in the path of a payment, to tokens and users", async () => {
    for (const body of [undefined, { reason: "duplicate" }]) {
      const undoOf = (id: string) => ({ url: `/transaction/${id}/undo`, ...(body === undefined ? {} : { body }) });
      const token = async (id: string) => shown(await inject(world.app, mine.token, undoOf(id)), id);
      const user = async (id: string) => shown(await browse(world.app, { ...undoOf(id), cookie }), id);
      for (const ask of [token, user]) {
        const foreign = await ask(their.transaction);
        assert.deepEqual(foreign, await ask(UNKNOWN));
        assert.equal(foreign.status, 404, foreign.text);
      }
    }
  });

  for (const verb of ["approve", "decline", "withdraw"])
    test(`in the path of a request that a user is to ${verb}`, async () => {
      const ask = async (id: string) =>
        shown(await browse(world.app, { url: `/payment-undos/${id}/${verb}`, body: {}, cookie }), id);
      const foreign = await ask(their.undo);
      assert.deepEqual(foreign, await ask(UNKNOWN));
      assert.equal(foreign.status, 404, foreign.text);
    });

  test("in the list of those that wait", async () => {
    assert.deepEqual((await inject(world.app, mine.token, { url: "/payment-undos" })).body, { undos: [] });
    assert.deepEqual((await browse(world.app, { url: "/payment-undos", cookie })).body, { undos: [] });
  });
});
