import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { before, describe, test } from "node:test";
import { HOUR_MS, MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { sweepAttachments } from "#records/attachments";
import { jpeg, pdf, png } from "../../kit/files/sample-files.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { inject, openWorldOfFile, payment, type TestOrganization } from "../../kit/service/full-app.ts";
import { noteRefusal } from "../../kit/service/received-refusals.ts";
import { download, listen, type UploadCall, upload } from "../../kit/service/upload.ts";
import { decide, newUser, paymentRequest, saveRule } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

const LIMIT = 32 * 1024 * 1024;
const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

interface SeenFile {
  readonly fileName: string;
  readonly sha256: string;
  readonly seen: boolean;
}

const world = await openWorldOfFile();

/** Law 32, through the API: the whole life of a file, for each resource. */
describe("attachments", () => {
  let mine: TestOrganization;
  let base: string;
  before(async () => {
    mine = await world.newOrganization();
    await mine.deposit(mine.accountId, 100_000n);
    base = await listen(world);
  });

  const call = (more: Parameters<typeof inject>[2], token = mine.token) => inject(world.app, token, more);
  const attach = (path: string, more: Partial<UploadCall> = {}) =>
    upload(base, { token: mine.token, path, content: pdf(), ...more });
  let amount = 10;
  const newTransaction = async (organization = mine): Promise<string> => {
    const sent = await inject(world.app, organization.token, payment(organization, { amount: ++amount }));
    assert.equal(sent.status, 200, sent.text);
    return sent.body.id;
  };
  const newRequest = async (): Promise<string> =>
    (await call(paymentRequest(mine, { amount: ++amount }))).body.requestId;

  test("a transaction's file is downloaded as it was uploaded, through a link that expires and reveals nothing", async () => {
    const transaction = `transaction/${await newTransaction()}`;
    const content = pdf("Invoice 43");
    const name = 'Rechnung "Größe" 43\u202e.pdf';
    const uploaded = await attach(`${transaction}/attachments`, { content, name, fields: { attachmentType: "bill" } });
    assert.equal(uploaded.status, 200, JSON.stringify(uploaded.body));
    const { downloadUrl, attachmentId, fileName, attachmentType } = uploaded.body;
    assert.deepEqual([fileName, attachmentType], ["Rechnung Größe 43.pdf", "other"], "a bill is shown as other");

    const got = await download(base, downloadUrl);
    assert.ok(got.content.equals(content));
    const { headers } = got;
    assert.equal(headers.get("content-type"), "application/pdf");
    assert.equal(
      headers.get("content-disposition"),
      `attachment; filename="Rechnung Gr__e 43.pdf"; filename*=UTF-8''Rechnung%20Gr%C3%B6%C3%9Fe%2043.pdf`,
    );
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("content-security-policy"), "default-src 'none'; sandbox");

    const alias = await attach(`api/v1/${transaction}/attachment`, { content: png(), name: "receipt.PNG" });
    assert.equal(alias.status, 200);
    assert.ok(!(await download(base, alias.body["url"])).content.includes("a receipt"), "without the photo's comment");
    const shown = (await call({ url: `/${transaction}` })).body.attachments;
    assert.deepEqual(
      shown.map((file: object) => Object.keys(file)),
      [
        ["attachmentType", "fileName", "url"],
        ["attachmentType", "fileName", "url"],
      ],
    );
    const link = String(downloadUrl);
    const changed = link.slice(0, -30) + (link.at(-30) === "A" ? "B" : "A") + link.slice(-29);
    world.clock.set(plusMs(world.clock.now(), 12 * HOUR_MS - MINUTE_MS));
    assert.equal((await download(base, link)).status, 200, "just before it expires");
    world.clock.set(plusMs(world.clock.now(), 2 * MINUTE_MS));
    const withoutId = (text: string) => text.replaceAll(/[0-9a-f-]{36}/g, "");
    const bodies = [];
    for (const bad of [link, changed, `${base}/attachments/x`, `${link}A`]) {
      const refused = await download(base, bad);
      assert.equal(refused.status, 404);
      bodies.push(withoutId(refused.content.toString()));
    }
    assert.equal(new Set(bodies).size, 1, "expired, changed, and malformed links get the same response");

    const listed = (await call({ url: `/${transaction}/attachments` })).body.attachments;
    assert.deepEqual([listed[0].id, listed[0].sizeBytes], [attachmentId, content.length]);
    assert.equal((await call({ method: "DELETE", url: `/${transaction}/attachments/${attachmentId}` })).status, 204);
    assert.equal((await call({ method: "DELETE", url: `/${transaction}/attachments/${attachmentId}` })).status, 404);
    assert.equal((await download(base, listed[0].url)).status, 404, "the link of a deleted file");
    assert.equal((await call({ url: `/${transaction}` })).body.attachments.length, 1);
    assert.equal(await sweepAttachments(world.service), 1, "its content is deleted");
  });

  test("a form is refused unless it has one file with an acceptable name and known fields", async () => {
    const path = `transaction/${await newTransaction()}/attachments`;
    const send = async (form: FormData, headers = {}) => {
      const authorization = `Bearer ${mine.token}`;
      const response = await fetch(`${base}/${path}`, {
        method: "POST",
        headers: { authorization, ...headers },
        body: form,
      });
      return [response.status, JSON.stringify(await response.json())] as const;
    };
    const form = (...fields: readonly (readonly [string, string | Blob, string?])[]) => {
      const made = new FormData();
      for (const [name, value, fileName] of fields)
        if (typeof value === "string") made.append(name, value);
        else made.append(name, value, fileName);
      return made;
    };
    const blob = new Blob([new Uint8Array(pdf())]);
    const cases: readonly (readonly [FormData, RegExp])[] = [
      [form(["attachmentType", "receipt"]), /file: is required/],
      [form(["file", blob, `${"n".repeat(296)}.pdf`]), /at most 299 characters/],
      [form(["file", blob, "a.pdf"], ["file", blob, "b.pdf"]), /one file/],
      [form(["document", blob, "a.pdf"]), /as `file`/],
      [form(["file", blob, "a.pdf"], ["attachmentType", "checkImage"]), /attachmentType: must be one of receipt/],
      [form(["file", blob, "a.pdf"], ["formType", "w9"]), /formType: is not a known field/],
      [form(["file", blob, "a.pdf"], ["attachmentType", "bill"], ["attachmentType", "other"]), /must be sent once/],
      [form(["file", blob, "a.pdf"], ["attachmentType", "\u0000"]), /NUL/],
      [form(["file", blob, "a.pdf"], ["idempotencyKey", "x".repeat(5_000)]), /must have at most 4000 bytes/],
      [form(["file", blob, "..."]), /must have a name/],
    ];
    for (const [body, expected] of cases) {
      const [status, text] = await send(body);
      assert.equal(status, 400, text);
      assert.match(text, expected);
    }
    const program = await attach(path, { content: Buffer.from("MZ"), name: "invoice.exe" });
    assert.deepEqual([program.status, program.code], [415, "fileTypeNotAccepted"]);
    const json = await call({ method: "POST", url: `/${path}`, body: {} });
    assert.deepEqual([json.status, json.body.errors.errorCode], [415, "unsupportedMediaType"]);
    const cutForm = await fetch(`${base}/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${mine.token}`, "content-type": "multipart/form-data; boundary=x" },
      body: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4',
    });
    assert.equal(cutForm.status, 400, await cutForm.text());
    const multipart = await send(form(["file", blob, "a.pdf"]), { "idempotency-key": "é" });
    assert.equal(multipart[0], 400);
    const elsewhere = await fetch(`${base}/recipients`, {
      method: "POST",
      headers: { authorization: `Bearer ${mine.token}` },
      body: form(["file", blob, "a.pdf"]),
    });
    assert.equal(elsewhere.status, 415, "other routes take no forms");
    assert.deepEqual((await call({ url: `/${path}` })).body.attachments, [], "nothing is stored");
  });

  test("32 MB are accepted, and one byte more is not", async () => {
    const path = `transaction/${await newTransaction()}/attachments`;
    const text = (size: number) => Buffer.alloc(size, "0123456789abcde\n");
    const whole = await attach(path, { content: text(LIMIT), name: "large.txt" });
    assert.equal(whole.status, 200, JSON.stringify(whole.body));
    assert.ok((await download(base, whole.body["url"])).content.equals(text(LIMIT)));
    const more = await attach(path, { content: text(LIMIT + 1), name: "large.txt" });
    assert.deepEqual([more.status, more.code], [413, "bodyTooLarge"]);
  });

  test("the same key stores one file and gets the same answer, with a link that works", async () => {
    const path = `transaction/${await newTransaction()}/attachments`;
    const headers = { "idempotency-key": "upload-1" };
    const [first, second] = await Promise.all([attach(path, { headers }), attach(path, { headers })]);
    assert.deepEqual([first.status, second.status], [200, 200], JSON.stringify([first.body, second.body]));
    assert.equal(first.body["attachmentId"], second.body["attachmentId"]);
    assert.deepEqual(
      [first, second].map((answer) => answer.headers.get("idempotent-replayed")).sort(),
      ["true", null].sort(),
    );
    world.clock.set(plusMs(world.clock.now(), 13 * HOUR_MS));
    assert.equal((await download(base, first.body["url"])).status, 404);
    const again = await attach(path, { fields: { idempotencyKey: "upload-1" } });
    assert.deepEqual([again.status, again.body["attachmentId"]], [200, first.body["attachmentId"]]);
    assert.equal((await download(base, again.body["url"])).status, 200, "the link of a replay is new");
    const other = await attach(path, { headers, content: pdf("Invoice 44") });
    assert.deepEqual([other.status, other.code], [409, "idempotencyKeyReused"]);
    assert.match(String(other.body.errors?.message), /file/);
    const two = await attach(path, { headers, fields: { idempotencyKey: "upload-2" } });
    assert.equal(two.code, "conflictingIdempotencyKeys");
    const limited = await mine.newToken({ kind: "custom", scopes: ["fetchTransactions"] });
    assert.equal(
      (await attach(path, { headers, token: limited })).status,
      403,
      "a replay is authorized like a request",
    );
    assert.equal((await call({ url: `/${path}` })).body.attachments.length, 1);
  });

  test("a recipient's files are listed with those of all recipients, page by page", async () => {
    const other = await mine.newRecipient("Initech");
    const uploaded: string[] = [];
    for (const [recipientId, fields] of [
      [mine.recipientId, { formType: "w9" }],
      [other, {}],
      [mine.recipientId, {}],
    ] as const) {
      const { status, body } = await attach(`recipient/${recipientId}/attachments`, { fields, name: "w9.pdf" });
      assert.equal(status, 200, JSON.stringify(body));
      uploaded.push(String(body["attachmentId"]));
    }
    const { attachments, page, total } = (await call({ url: "/recipients/attachments" })).body;
    assert.deepEqual([attachments.map(({ id }: { id: string }) => id), page, total], [uploaded, {}, 3]);
    assert.deepEqual(Object.keys(attachments[0]).sort(), [
      "fileName",
      "formType",
      "id",
      "recipientId",
      "uploadedAt",
      "url",
    ]);
    assert.deepEqual(
      attachments.map((file: { formType: string }) => file.formType),
      ["w9", "unknown", "unknown"],
    );
    const first = (await call({ url: "/recipients/attachments?limit=2" })).body;
    assert.deepEqual([first.total, first.page.nextPage], [2, uploaded[1]]);
    const rest = (await call({ url: `/recipients/attachments?limit=2&start_after=${uploaded[1]}` })).body;
    assert.deepEqual([rest.attachments[0].id, rest.page.previousPage], [uploaded[2], uploaded[2]]);
    const newest = (await call({ url: "/recipients/attachments?order=desc&limit=1" })).body;
    assert.equal(newest.attachments[0].id, uploaded[2]);
    assert.equal(
      (await call({ url: `/recipients/attachments?start_after=${UNKNOWN}` })).body.errors.errorCode,
      "unknownCursor",
    );

    const recipient = (await call({ url: `/recipient/${mine.recipientId}` })).body;
    assert.deepEqual(Object.keys(recipient.attachments[0]).sort(), ["fileName", "formType", "uploadedAt", "url"]);
    assert.equal(recipient.attachments.length, 2);
    assert.equal((await call({ method: "DELETE", url: `/recipient/${other}` })).status, 204);
    assert.equal((await attach(`recipient/${other}/attachments`)).status, 404, "a deleted recipient takes no files");
    assert.equal((await call({ url: "/recipients/attachments" })).body.total, 3, "but its tax forms are kept");
    const writer = await mine.newToken({ kind: "custom", scopes: ["editRecipients"] });
    const edited = await call({ url: `/recipient/${mine.recipientId}`, body: { nickname: "G" } }, writer);
    assert.deepEqual(edited.body.attachments, [], "links are for tokens that may read recipients");
  });

  test("approvers see a request's files; after the first review none is deleted; the transaction has them", async () => {
    await saveRule(world.service, mine, { steps: [{ approvals: 2, approvers: { kind: "anyone" } }] });
    const id = await newRequest();
    const path = `request-send-money/${id}/attachments`;
    const wrong = await attach(path, { name: "wrong.pdf" });
    assert.equal(wrong.status, 200, JSON.stringify(wrong.body));
    assert.equal((await call({ method: "DELETE", url: `/${path}/${wrong.body["id"]}` })).status, 204);
    const stranger = await mine.newToken();
    const other = await attach(path, { name: "other.pdf", token: stranger });
    const foreign = await call({ method: "DELETE", url: `/${path}/${other.body["id"]}` });
    assert.deepEqual([foreign.status, foreign.body.errors.errorCode], [409, "attachmentFixed"], "another token's file");
    assert.equal((await call({ method: "DELETE", url: `/${path}/${other.body["id"]}` }, stranger)).status, 204);
    const invoice = await attach(path, { content: jpeg(), name: "invoice.jpg", fields: { attachmentType: "bill" } });
    const [first, second] = [await newUser(world.service, mine), await newUser(world.service, mine)];
    // From a page that was opened before the invoice was attached, and then from one that shows it.
    await decide(world.service, mine, { requestId: id as never, userId: first, seenAttachmentIds: [] });
    const refused = await call({ method: "DELETE", url: `/${path}/${invoice.body["id"]}` });
    assert.deepEqual([refused.status, refused.body.errors.errorCode], [409, "attachmentFixed"]);
    assert.equal((await attach(path, { name: "added-later.pdf" })).status, 200, "files can be added");
    const seenAttachmentIds = [String(invoice.body["id"]).toUpperCase(), UNKNOWN];
    const approved = await decide(world.service, mine, { requestId: id as never, userId: second, seenAttachmentIds });
    assert.equal(approved.status, "approved", "a file changes nothing that was approved");
    assert.equal((await attach(path)).code, "attachmentFixed", "the request is closed");
    const cookie = await signedIn(world.app, await newPerson(world, mine.organizationId, { role: "administrator" }));
    const audited = await browse(world.app, { url: `/audit?action=approvalRequest.approve&resourceId=${id}`, cookie });
    assert.deepEqual(
      JSON.parse(audited.text).entries.map(({ after: { files } }: { after: { files: readonly SeenFile[] } }) =>
        files.map(({ fileName, sha256, seen }) => [fileName, sha256.length, seen]),
      ),
      [
        [["invoice.jpg", 64, false]],
        [
          ["invoice.jpg", 64, true],
          ["added-later.pdf", 64, false],
        ],
      ],
      "the audit log says which files each approver saw",
    );
    const transaction = (await call({ url: `/transaction/${approved.transaction_id}` })).body;
    assert.deepEqual(
      transaction.attachments.map(({ fileName }: { fileName: string }) => fileName),
      ["invoice.jpg", "added-later.pdf"],
    );
    assert.equal((await download(base, transaction.attachments[0].url)).headers.get("content-type"), "image/jpeg");
  });

  test("another organization's resources are not found, like unknown ones, and its links stay its own", async () => {
    const otherOrganization = await world.newOrganization();
    await otherOrganization.deposit(otherOrganization.accountId, 100_000n);
    const their = {
      transaction: await newTransaction(otherOrganization),
      recipient: otherOrganization.recipientId,
      "request-send-money": (await inject(world.app, otherOrganization.token, paymentRequest(otherOrganization))).body
        .requestId,
    };
    const withoutId = (body: object) => JSON.stringify(body).replaceAll(/[0-9a-f-]{36}/g, "");
    for (const [path, id] of Object.entries(their)) {
      const foreign = await attach(`${path}/${id}/attachments`);
      const unknown = await attach(`${path}/${UNKNOWN}/attachments`);
      assert.deepEqual([foreign.status, withoutId(foreign.body)], [404, withoutId(unknown.body)], path);
      assert.equal((await call({ url: `/${path}/${id}/attachments` })).status, 404);
      const own = await upload(base, {
        token: otherOrganization.token,
        path: `${path}/${id}/attachments`,
        content: pdf(),
      });
      assert.equal(own.status, 200, JSON.stringify(own.body));
      assert.equal((await call({ method: "DELETE", url: `/${path}/${id}/attachments/${own.body["id"]}` })).status, 404);
      const cursor = await call({ url: `/recipients/attachments?start_after=${own.body["id"]}` });
      assert.equal(cursor.body.errors.errorCode, "unknownCursor");
    }
  });

  test("slow uploads leave room for other organizations, and those of a payee for everyone", async (context) => {
    let refused = 0;
    const sendSlowly = (path: string, headers = {}) => {
      const sent = httpRequest(base + path, {
        method: "POST",
        headers: { "content-type": "multipart/form-data; boundary=x", ...headers },
        agent: false,
      });
      sent.on("error", () => undefined);
      sent.once("response", ({ statusCode = 0 }) => {
        noteRefusal(statusCode, '"errorCode":"serviceUnavailable"');
        refused += statusCode === 503 ? 1 : 0;
      });
      sent.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n');
      context.after(() => sent.destroy());
    };
    const headers = { authorization: `Bearer ${mine.token}` };
    for (let count = 0; count < 20; count += 1) sendSlowly(`/recipient/${mine.recipientId}/attachments`, headers);
    await eventually("all but sixteen are refused", () => refused === 4);
    const asked = { name: "Marta Lindqvist", contactEmail: "marta@lindqvist.example", paymentMethods: ["ach"] };
    const invite = { ...asked, requireTaxDocument: true, sendEmail: false };
    const { id } = (await call({ url: "/recipients/invites", body: invite })).body;
    for (let count = 0; count < 50; count += 1) sendSlowly(`/invites/${id}/tax-document`);
    await eventually("all but four are refused", () => refused === 4 + 46);
    const other = await world.newOrganization();
    const path = `recipient/${other.recipientId}/attachments`;
    assert.equal((await upload(base, { token: other.token, path, content: pdf() })).status, 200);
  });

  test("a payee uploads the required tax form before the answer, and it becomes the recipient's", async () => {
    const asked = { name: "Marta Lindqvist", contactEmail: "marta@lindqvist.example", paymentMethods: ["ach"] };
    const create = async (requireTaxDocument: boolean): Promise<string> =>
      (await call({ url: "/recipients/invites", body: { ...asked, requireTaxDocument, sendEmail: false } })).body.id;
    const id = await create(true);
    const details = {
      electronicRoutingInfo: {
        accountNumber: "556677889900",
        routingNumber: "021000021",
        electronicAccountType: "personalChecking",
      },
    };
    const answer = () => browse(world.app, { url: `/invites/${id}`, body: details });
    const early = await answer();
    assert.equal(early.status, 400);
    assert.match(early.text, /taxDocument: is required/);
    const send = (invite: string, more: Partial<UploadCall> = {}) =>
      upload(base, {
        path: `invites/${invite}/tax-document`,
        content: pdf("W-9"),
        fields: { formType: "w9" },
        ...more,
      });
    assert.equal((await send("x".repeat(64))).code, "inviteUnusable");
    assert.equal((await send(await create(false))).status, 400, "only if it was requested");
    assert.equal((await send(id, { fields: {} })).status, 400, "the payee says which form it is");
    assert.equal((await send(id, { fields: { formType: "w8BEN" }, name: "w8.pdf" })).status, 200);
    const replaced = await send(id, { name: "w9.pdf" });
    assert.deepEqual(Object.keys(replaced.body).sort(), ["fileName", "formType", "uploadedAt"], "no link");
    const page = await browse(world.app, { url: `/invites/${id}` });
    assert.equal(JSON.parse(page.text).taxDocument.fileName, "w9.pdf");
    const done = await answer();
    assert.equal(done.status, 204, done.text);
    assert.equal((await send(id)).code, "inviteUnusable");
    const invite = (await call({ url: `/recipients/invites/${id}` })).body;
    const { attachments } = (await call({ url: `/recipient/${invite.recipientId}` })).body;
    assert.deepEqual(
      attachments.map(({ fileName, formType }: Record<string, string>) => [fileName, formType]),
      [["w9.pdf", "w9"]],
    );
    const list = (await call({ url: "/recipients/attachments?order=desc&limit=1" })).body.attachments;
    assert.equal(list[0].recipientId, invite.recipientId, "it is at the end of the list");

    const many = await create(true);
    for (let upload = 0; upload < 20; upload += 1) assert.equal((await send(many)).status, 200);
    assert.deepEqual([(await send(many)).code], ["tooManyAttachments"], "a stranger's link is no free storage");
    assert.equal((await call({ method: "DELETE", url: `/recipients/invites/${many}` })).status, 204);
    assert.ok((await sweepAttachments(world.service)) >= 20, "a withdrawn invite keeps no form");
  });
});
