import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { createApi } from "#kernel/http/api.ts";
import { type Mode, readConfig } from "#kernel/process/config.ts";
import { registerRoutePolicy } from "#records/identity";
import { eventually } from "#test/kit/service/eventually.ts";
import { type DocumentationSite, documentationRoutes } from "./documentation.ts";

const PAGE = `<!doctype html><title>Pay</title>${"<p>Pay by API</p>".repeat(100)}`;
const FILES = {
  "index.html": "<!doctype html><title>Bursar</title>",
  "404.html": "<!doctype html><title>Page not found</title>",
  "pay/index.html": PAGE,
  "pay.md": "# Pay",
  "assets/console-0123456789abcdef.js": "export const show = () => undefined;",
};

describe("the documentation", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "bursar-documentation-"));
  });
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(() => rmSync(join(folder, "site.json"), { force: true }));

  function writeSite(): void {
    const list: Record<string, { digest: string; isCompressed: boolean }> = {};
    for (const [path, content] of Object.entries(FILES)) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), content);
      list[path] = { digest: `digest-of-${path.length}`, isCompressed: path === "pay/index.html" };
    }
    writeFileSync(join(folder, "pay/index.html.gz"), gzipSync(PAGE));
    // It is in the folder, but not in the list.
    writeFileSync(join(folder, "secret.txt"), "not for readers");
    writeFileSync(join(folder, "site.json"), JSON.stringify(list));
  }

  async function open(site: DocumentationSite = { folder }, mode: Mode = "sandbox") {
    const api = createApi(readConfig({}), false);
    registerRoutePolicy(api);
    documentationRoutes(api, { mode, site });
    await api.ready();
    return (url: string, headers: Record<string, string> = {}) => api.inject({ url, headers });
  }

  it("serves pages with and without a slash, their Markdown, and a page for unknown addresses", async () => {
    writeSite();
    const get = await open();
    for (const url of ["/docs", "/docs/"]) assert.match((await get(url)).body, /Bursar/, url);
    for (const url of ["/docs/pay", "/docs/pay/"]) assert.equal((await get(url)).body, PAGE, url);
    const markdown = await get("/docs/pay.md");
    assert.deepEqual([markdown.body, markdown.headers["content-type"]], ["# Pay", "text/markdown; charset=utf-8"]);
    const missing = await get("/docs/nothing/");
    assert.deepEqual([missing.statusCode, /Page not found/.test(missing.body)], [404, true]);
  });

  it("serves nothing that the build did not list", async () => {
    writeSite();
    const get = await open();
    const hostile = [
      "secret.txt",
      "site.json",
      "../secret.txt",
      "..%2fsecret.txt",
      "pay/index.html.gz",
      "%00",
      "toString",
    ];
    for (const path of [...hostile, "__proto__", "constructor/name", "x".repeat(5_000)]) {
      const { statusCode, body } = await get(`/docs/${path}`);
      assert.ok([400, 404].includes(statusCode), `${path.slice(0, 40)}: ${statusCode}`);
      assert.ok(!body.includes("not for readers"), path);
    }
  });

  it("serves the files of a build that another process made", async () => {
    writeSite();
    const get = await open();
    assert.equal((await get("/docs/new.md")).statusCode, 404);
    const list = JSON.parse(readFileSync(join(folder, "site.json"), "utf8"));
    writeFileSync(join(folder, "new.md"), "# New");
    writeFileSync(
      join(folder, "site.json"),
      JSON.stringify({ ...list, "new.md": { digest: "new", isCompressed: false } }),
    );
    // Some file systems count in seconds.
    utimesSync(join(folder, "site.json"), new Date(), new Date(Date.now() + 5_000));
    assert.equal((await get("/docs/new.md")).body, "# New");
  });

  it("forbids everything from outside and everything inline", async () => {
    writeSite();
    const policy = String((await (await open())("/docs/pay/")).headers["content-security-policy"]);
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /);
    assert.ok(!/unsafe|https?:|data:|\*/.test(policy), policy);
  });

  it("sends a compressed copy to who accepts it, and 304 to who has it", async () => {
    writeSite();
    const get = await open();
    const compressed = await get("/docs/pay/", { "accept-encoding": "br, gzip" });
    assert.equal(compressed.headers["content-encoding"], "gzip");
    assert.equal(gunzipSync(compressed.rawPayload).toString(), PAGE);
    for (const accepted of ["identity", "br", "gzip;q=0", "gzipped"]) {
      const plain = await get("/docs/pay/", { "accept-encoding": accepted });
      assert.deepEqual([plain.headers["content-encoding"], plain.body], [undefined, PAGE], accepted);
      assert.notEqual(plain.headers["etag"], compressed.headers["etag"]);
    }
    const again = await get("/docs/pay/", {
      "accept-encoding": "gzip",
      "if-none-match": String(compressed.headers["etag"]),
    });
    assert.deepEqual([again.statusCode, again.body], [304, ""]);
    assert.equal(again.headers["cache-control"], "no-cache");
  });

  it("has a console in the sandbox only", async () => {
    writeSite();
    for (const [mode, status] of [["sandbox", 200] as const, ["production", 404] as const]) {
      const get = await open({ folder }, mode);
      assert.deepEqual((await get("/docs/installation.json")).json(), { mode });
      const script = await get("/docs/assets/console-0123456789abcdef.js");
      assert.equal(script.statusCode, status, mode);
    }
  });

  it("is built by the first visit of a clone, once, and says so until it is ready", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let builds = 0;
    const get = await open({
      folder,
      build: () => {
        builds += 1;
        return promise;
      },
    });
    assert.equal((await get("/docs/pay/")).headers["location"], "/docs", "other pages lead to the start page");
    assert.equal(builds, 0);
    for (let visit = 0; visit < 3; visit += 1) {
      const { statusCode, body } = await get("/docs");
      assert.deepEqual([statusCode, /Building the documentation/.test(body), /refresh/.test(body)], [200, true, true]);
    }
    assert.equal(builds, 1);
    writeSite();
    resolve();
    await eventually("the site is served", async () => /<title>Bursar/.test((await get("/docs")).body));
    assert.equal(builds, 1);
  });

  it("says why a build failed, and builds again on the next visit", async () => {
    let builds = 0;
    const get = await open({
      folder,
      build: () => {
        builds += 1;
        const stderr = "npm error\nnpm error network <b>unreachable</b>\n";
        return Promise.reject(Object.assign(new Error("Command failed"), { stderr }));
      },
    });
    let shown = await get("/docs");
    assert.match(shown.body, /refresh/);
    await eventually("the failure is shown", async () => {
      shown = await get("/docs");
      return shown.statusCode === 503;
    });
    assert.ok(shown.body.includes("&lt;b>unreachable") && !shown.body.includes("refresh"), shown.body);
    const before = builds;
    assert.match((await get("/docs")).body, /Building the documentation/);
    assert.equal(builds, before + 1);
  });

  it("without a build and without the means says what to run", async () => {
    const { statusCode, body } = await (await open())("/docs");
    assert.deepEqual([statusCode, /Run npm run build/.test(body)], [503, true]);
  });
});
