import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { sendDocument, servedDocument } from "./served-document.ts";

describe("a document of the API", () => {
  const content = { openapi: "3.1.0", info: { title: "Bursar" } };
  const document = servedDocument(content);
  let app: FastifyInstance;
  before(() => {
    app = Fastify();
    app.get("/", async (request, reply) => sendDocument(document, request, reply));
  });
  const get = (headers: Readonly<Record<string, string>> = {}) => app.inject({ url: "/", headers });

  it("is compressed for clients that can read that, and says so to caches", async () => {
    for (const encoding of ["gzip", "br, gzip;q=0.5", "*", "GZIP"]) {
      const { headers, rawPayload } = await get({ "accept-encoding": encoding });
      assert.equal(headers["content-encoding"], "gzip", encoding);
      assert.deepEqual(JSON.parse(gunzipSync(rawPayload).toString()), content);
    }
    for (const encoding of ["", "br", "identity", "gzip;q=0", "gzip; q=0.0", "xgzip"]) {
      const answer = await get({ "accept-encoding": encoding });
      assert.equal(answer.headers["content-encoding"], undefined, encoding);
      assert.deepEqual(answer.json(), content);
      assert.equal(answer.headers["vary"], "accept-encoding");
    }
  });

  it("is loaded once: a client that has it gets 304 and no body", async () => {
    const { headers } = await get();
    assert.match(String(headers["cache-control"]), /^public, max-age=\d+$/);
    const tag = String(headers["etag"]);
    for (const sent of [tag, tag.replace("W/", ""), `"other", ${tag}`, "*"]) {
      const { statusCode, body } = await get({ "if-none-match": sent });
      assert.deepEqual([statusCode, body], [304, ""], sent);
    }
    assert.equal((await get({ "if-none-match": '"other"' })).statusCode, 200);
  });

  it("has another tag when it changes", () => {
    assert.notEqual(servedDocument({ ...content, openapi: "3.1.1" }).tag, document.tag);
  });
});
