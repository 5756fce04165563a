/** An organization's logo and color: who may change them, what happens to the file, and where they appear. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { crc32 } from "node:zlib";
import { encode as encodeJpeg } from "jpeg-js";
import { PNG } from "pngjs";
import { extractImages, getDocumentProxy } from "unpdf";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { makeInvoice } from "../../kit/invoicing/invoices.ts";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";
import { formOf } from "../../kit/service/upload.ts";
import { browse, newPerson, provedIn } from "../../kit/worlds/people.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

const picture = () => {
  const png = new PNG({ width: 120, height: 40 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([0x1d, 0x4f, 0x91, at % 8 === 0 ? 255 : 0], at);
  return png;
};

/** A PNG with a text chunk before its end. */
function withText(png: Buffer, text: string): Buffer {
  const chunk = Buffer.from(`tEXt${text}`, "latin1");
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  check.writeUInt32BE(crc32(chunk));
  const end = png.length - 12;
  return Buffer.concat([png.subarray(0, end), length, chunk, check, png.subarray(end)]);
}

describe("an organization's brand", () => {
  let cookie: string;
  let viewer: string;
  before(async () => {
    cookie = await provedIn(world.app, await newPerson(world, organization.organizationId));
    viewer = await provedIn(world.app, await newPerson(world, organization.organizationId, { role: "viewer" }));
  });

  const upload = async (content: Buffer, { name = "logo.png", as = cookie } = {}) => {
    const { body, headers } = formOf(content, name);
    const answer = await world.app.api.inject({
      method: "POST",
      url: "/organization/logo",
      remoteAddress: "127.0.0.1",
      headers: { cookie: as, "sec-fetch-site": "same-origin", ...headers },
      payload: body,
    });
    return { status: answer.statusCode, text: answer.body, body: answer.json() };
  };
  const brand = async (as = cookie) => (await browse(world.app, { url: "/organization/brand", cookie: as })).body;
  const setColor = (color: string | null, as = cookie) =>
    browse(world.app, { url: "/organization/brand-color", body: { color }, cookie: as });
  const get = async (url: string) => world.app.api.inject({ method: "GET", url: new URL(url).pathname });
  const audited = async () =>
    (await browse(world.app, { url: "/audit?limit=20", cookie })).body.entries.map(
      ({ action }: { action: string }) => action,
    );

  test("only users who manage the organization change it", async () => {
    assert.deepEqual(await brand(viewer), { color: null, logoUrl: null });
    assert.equal((await setColor("#1d4f91", viewer)).code, "notPermitted");
    assert.equal((await upload(PNG.sync.write(picture()), { as: viewer })).status, 403);
    const removed = await browse(world.app, { method: "DELETE", url: "/organization/logo", cookie: viewer });
    assert.equal(removed.code, "notPermitted");
  });

  test("a color is refused unless white text can be read on it", async () => {
    for (const color of ["#eeeeee", "#777", "red", "#1d4f9g", "#1d4f91ff"]) {
      const { status, text } = await setColor(color);
      assert.equal(status, 400, `${color} → ${text}`);
    }
    assert.equal((await setColor("#1D4F91")).body.color, "#1d4f91");
  });

  test("a logo is decoded and redrawn, and downloaded as nothing but a picture", async () => {
    const hidden = withText(PNG.sync.write(picture()), "Comment\0<script>alert(1)</script>");
    const uploaded = await upload(hidden, { name: "logo.html" });
    assert.equal(uploaded.status, 200, uploaded.text);
    const stored = await get(uploaded.body.logoUrl);
    assert.equal(stored.headers["content-type"], "image/png");
    assert.equal(stored.headers["x-content-type-options"], "nosniff");
    assert.equal(stored.headers["content-security-policy"], "default-src 'none'; sandbox");
    assert.ok(!stored.rawPayload.includes("script"));
    const { width, height, data } = PNG.sync.read(stored.rawPayload);
    assert.deepEqual([width, height], [120, 40]);
    assert.deepEqual([...data.subarray(0, 8)], [0x1d, 0x4f, 0x91, 255, 255, 255, 255, 255], "transparent is white");
    const jpeg = encodeJpeg({ width: 120, height: 40, data: picture().data }, 90).data;
    assert.equal((await upload(jpeg, { name: "logo.jpg" })).status, 200);
    assert.equal((await get(uploaded.body.logoUrl)).statusCode, 404, "a replaced logo is gone");
    assert.ok((await audited()).includes("attachment.upload"));
    assert.ok((await audited()).includes("organization.setBrandColor"));
  });

  test("what is no picture, or too large, is refused and changes nothing", async () => {
    const present = new URL((await brand()).logoUrl).pathname.length;
    const large = new PNG({ width: 2_000, height: 10 });
    const cut = PNG.sync.write(picture()).subarray(0, 60);
    const bomb = PNG.sync.write(picture());
    bomb.writeUInt32BE(50_000, 16);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const archive = Buffer.concat([PNG.sync.write(picture()), Buffer.from("PK\x03\x04")]);
    for (const content of [
      archive,
      svg,
      Buffer.from("GIF89a"),
      cut,
      bomb,
      PNG.sync.write(large),
      Buffer.from([0xff, 0xd8, 0xff]),
    ]) {
      const { status, body } = await upload(content);
      assert.equal(status, 400, JSON.stringify(body));
      assert.equal(body.errors.fields[0].path, "file");
    }
    assert.equal((await upload(Buffer.alloc(300_000, 1))).status, 413);
    assert.equal(new URL((await brand()).logoUrl).pathname.length, present);
  });

  test("customers see it on the pay page, the PDF, and the email, and nobody else does", async () => {
    const made = await inject(world.app, organization.token, {
      url: "/ar/customers",
      body: { name: "Globex", email: "ap@globex.example" },
    });
    const lineItems = [{ name: "Work", quantity: 1, unitPrice: 5 }];
    const { slug } = await makeInvoice(world, organization, {
      customerId: made.body.id,
      lineItems,
      sendEmailOption: "SendNow",
    });
    const { body: shown } = await browse(world.app, { url: `/payable-invoices/${slug}` });
    assert.equal(shown.brand.color, "#1d4f91");
    assert.equal((await get(shown.brand.logoUrl)).statusCode, 200);
    assert.equal((await get(`${shown.brand.logoUrl.slice(0, -2)}AA`)).statusCode, 404);
    const pdf = await world.app.api.inject({ method: "GET", url: `/payable-invoices/${slug}/pdf` });
    const images = await extractImages(await getDocumentProxy(new Uint8Array(pdf.rawPayload)), 1);
    assert.deepEqual(
      images.map(({ width, height }) => [width, height]),
      [[120, 40]],
    );
    await runUntilIdle(world.app.jobs);
    const { body } = await inject(world.app, organization.token, { url: "/sandbox/emails" });
    const written = body.emails.find(({ to }: { to: string }) => to === "ap@globex.example");
    assert.ok(written, "the invoice was emailed");
    const sent = readFileSync(join(world.service.config.dataDir, "mails", `${written.id}.eml`), "latin1");
    assert.match(sent, /Content-Id: <logo@bursar>/i);
    assert.match(sent, /src=3D"cid:logo@bursar"|src="cid:logo@bursar"/);
    const other = await world.newOrganization();
    const strangersCookie = await provedIn(world.app, await newPerson(world, other.organizationId));
    assert.deepEqual(await brand(strangersCookie), { color: null, logoUrl: null });
  });

  test("an invoice whose logo cannot be read goes without it, which is counted", async (t) => {
    const customer = await inject(world.app, organization.token, {
      url: "/ar/customers",
      body: { name: "Initech", email: "ap@initech.example" },
    });
    const { slug } = await makeInvoice(world, organization, {
      customerId: customer.body.id,
      lineItems: [{ name: "Work", quantity: 1, unitPrice: 7 }],
    });
    const leftOut = async () => {
      const { body } = await world.app.api.inject({ url: "/metrics" });
      return Number(/^bursar_logos_left_out_total (\d+)$/m.exec(body)?.[1]);
    };
    assert.equal(await leftOut(), 0);
    t.mock.method(world.service.objects, "get", () => Promise.reject(new Error("the store is away")));
    const pdf = await world.app.api.inject({ method: "GET", url: `/payable-invoices/${slug}/pdf` });
    assert.equal(pdf.statusCode, 200);
    assert.deepEqual(await extractImages(await getDocumentProxy(new Uint8Array(pdf.rawPayload)), 1), []);
    assert.equal(await leftOut(), 1);
  });

  test("a removed logo is gone everywhere", async () => {
    const { logoUrl } = await brand();
    const removed = await browse(world.app, { method: "DELETE", url: "/organization/logo", cookie });
    assert.equal(removed.status, 204);
    assert.equal((await get(logoUrl)).statusCode, 404);
    assert.equal((await setColor(null)).body.color, null);
    assert.deepEqual(await brand(), { color: null, logoUrl: null });
    assert.ok((await audited()).includes("attachment.delete"));
    const again = await browse(world.app, { method: "DELETE", url: "/organization/logo", cookie });
    assert.equal(again.status, 204, "without a logo, nothing changes");
  });
});
