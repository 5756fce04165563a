import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { download, type UploadCall, upload } from "../../kit/service/upload.ts";
import { pdf } from "../../kit/worlds/files.ts";

let world: TestWorld;
let organization: TestOrganization;
let base: string;
let transactionId: string;
before(async () => {
  world = await openWorld("PostgreSQL server");
  organization = await world.newOrganization();
  await organization.deposit(organization.accountId, 100_000n);
  await world.app.api.listen({ host: "127.0.0.1", port: 0 });
  base = `http://127.0.0.1:${(world.app.api.server.address() as AddressInfo).port}`;
  const sent = await inject(world.app, organization.token, payment(organization));
  assert.equal(sent.status, 200, sent.text);
  transactionId = String(sent.body["id"]);
});
after(() => world.close());

const attach = (call: Partial<UploadCall> = {}) =>
  upload({
    base,
    token: organization.token,
    path: `transaction/${transactionId}/attachments`,
    content: pdf(),
    ...call,
  });

test("what was uploaded is what is downloaded", async () => {
  const content = pdf("Invoice 43");
  const { status, body } = await attach({ content, fields: { attachmentType: "receipt" } });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.fileName, "invoice.pdf");
  assert.equal(body.attachmentType, "receipt");
  const got = await download(body.downloadUrl, base);
  assert.equal(got.status, 200);
  assert.ok(got.content.equals(content));
  assert.equal(got.headers.get("content-type"), "application/pdf");
  const shown = await inject(world.app, organization.token, { url: `/transaction/${transactionId}` });
  assert.equal(shown.body.attachments.length, 1, shown.text);
});
