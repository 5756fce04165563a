import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";

/**
 * Law 14 for recipient invites, whose ids are secrets: another organization's get the same answer as IDs that do not
 * exist.
 */
const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";
const asked = {
  contactEmail: "payee@example.com",
  paymentMethods: ["ach"],
  requireTaxDocument: false,
  sendEmail: false,
};

const world = await openWorldOfFile();

describe("invites of other organizations are invisible", () => {
  let mine: TestOrganization;
  let otherOrganization: TestOrganization;
  let theirInvite: string;
  before(async () => {
    mine = await world.newOrganization();
    otherOrganization = await world.newOrganization();
    const body = { ...asked, name: "A payee" };
    const made = await inject(world.app, otherOrganization.token, { url: "/recipients/invites", body });
    assert.equal(made.status, 201, made.text);
    theirInvite = made.body.id;
  });

  async function sameAsUnknown(id: string, call: (id: string) => Parameters<typeof inject>[2], expected: number) {
    const shown = async (asking: string) => {
      const { status, text, body } = await inject(world.app, mine.token, call(asking));
      return { status, text: text.replaceAll(asking, "<id>").replaceAll(body.errors.requestId, "<request>") };
    };
    const foreign = await shown(id);
    assert.deepEqual(foreign, await shown(UNKNOWN));
    assert.equal(foreign.status, expected, foreign.text);
  }

  test("in the path, as a cursor, and as the recipient to fill", async () => {
    const url = (id: string) => `/recipients/invites/${id}`;
    await sameAsUnknown(theirInvite, (id) => ({ url: url(id) }), 404);
    await sameAsUnknown(theirInvite, (id) => ({ method: "POST", url: `${url(id)}/resend` }), 404);
    await sameAsUnknown(theirInvite, (id) => ({ method: "DELETE", url: url(id) }), 404);
    for (const cursor of ["start_after", "end_before"])
      await sameAsUnknown(theirInvite, (id) => ({ url: `/recipients/invites?${cursor}=${id}` }), 400);
    const fill = (recipientId: string) => ({ url: "/recipients/invites", body: { ...asked, recipientId } });
    await sameAsUnknown(otherOrganization.recipientId, fill, 400);
    const still = await inject(world.app, otherOrganization.token, { url: url(theirInvite) });
    assert.equal(still.body.status, "created");
  });
});
