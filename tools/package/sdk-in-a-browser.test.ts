import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { rolldown } from "rolldown";
import { lendPage } from "../../dashboard/test/kit/lent-pages.ts";
import { openSdkWorld } from "../../server/test/kit/sdk/sdk-world.ts";
import { buildSdk } from "./build-sdk.ts";

/** The built client library in Chromium, on a page and in a worker, against the service. */
const { organization, url, client } = await openSdkWorld();
const bursar = client();

/** What both run. Its result is a plain object. */
const PROGRAM = `
import { createClient, ValidationError, webhooks } from "/sdk.js";
export async function run({ token, accountId, recipientId, amount, delivery, secret }) {
  const bursar = createClient({ baseUrl: location.origin, token });
  const names = [];
  for await (const { name } of bursar.recipients.list({ limit: 1 })) names.push(name);
  const paid = await bursar.payments.createTransaction(accountId, { recipientId, amount, paymentMethod: "ach" });
  const refused = await bursar.recipients.get("no-id").catch((error) => error);
  const { counts } = await bursar.payMany([{ recipientId, amount, paymentMethod: "ach" }], { accountId });
  const pdf = await bursar.transactions.uploadAttachment(paid.id, { file: new File(["x"], "x.txt", { type: "text/plain" }) });
  const event = await webhooks.verify(delivery, secret);
  return {
    names, id: paid.id, code: refused instanceof ValidationError && refused.errorCode, counts, fileName: pdf.fileName,
    resourceId: event.resourceId,
  };
}`;
const WORKER = 'import { run } from "/program.js"; onmessage = async ({ data }) => postMessage(await run(data));';

/** The page's own server, which passes the API on: as a company serves it, on one origin. */
let site: Server;
let origin: string;

before(async () => {
  await buildSdk();
  const files: Record<string, string> = {
    "/": "<!doctype html><title>SDK</title>",
    "/sdk.js": await bundled(),
    "/program.js": PROGRAM,
    "/worker.js": WORKER,
  };
  site = createServer((request, response) => {
    const path = request.url ?? "/";
    const file = files[path];
    if (file !== undefined) {
      response.writeHead(200, { "content-type": path === "/" ? "text/html" : "text/javascript" }).end(file);
      return;
    }
    const { method = "GET", headers } = request;
    const passed = httpRequest(url + path, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  // A server that listens on a port always has an address.
  const { port } = site.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
});
after(() => {
  site.closeAllConnections();
  site.close();
});

async function bundled(): Promise<string> {
  const input = join(import.meta.dirname, "../../build/sdk/dist/index.js");
  assert.ok(readFileSync(input, "utf8").length > 0);
  const build = await rolldown({ input, platform: "browser" });
  try {
    const { output } = await build.generate({ format: "esm", minify: true });
    const [{ code }] = output;
    return code;
  } finally {
    await build.close();
  }
}

async function inputOf(amount: number) {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const { Webhook } = await import("standardwebhooks");
  const body = JSON.stringify({ resourceId: "a-1" });
  const signedAt = new Date();
  const headers = {
    "webhook-id": "e-1",
    "webhook-timestamp": String(Math.floor(signedAt.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign("e-1", signedAt, body),
  };
  const { token, accountId, recipientId } = organization;
  return { token, accountId, recipientId, amount, delivery: { body, headers }, secret };
}

interface Result {
  readonly names: readonly string[];
  readonly id: string;
  readonly code: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly fileName: string;
  readonly resourceId: string;
}

const ways = {
  "on a page": '(async (input) => (await import("/program.js")).run(input))',
  "in a worker": `((input) => new Promise((resolve, reject) => {
    const worker = new Worker("/worker.js", { type: "module" });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(input);
  }))`,
};

for (const [index, [where, way]] of Object.entries(ways).entries())
  test(`the client library pays, uploads, and verifies ${where}`, async () => {
    const page = await lendPage();
    const amount = 77 + index;
    try {
      await page.goto(`${origin}/`);
      const result = await page.evaluate<Result>(`${way}(${JSON.stringify(await inputOf(amount))})`);
      assert.deepEqual(
        { ...result, id: "" },
        {
          names: ["Globex"],
          id: "",
          code: "invalidRequest",
          counts: { accepted: 1, refused: 0, unknown: 0, notSent: 0 },
          fileName: "x.txt",
          resourceId: "a-1",
        },
      );
      assert.equal((await bursar.transactions.get(result.id)).amount, -amount);
    } finally {
      await page.context().close();
    }
  });
