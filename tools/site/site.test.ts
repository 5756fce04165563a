import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { problemsOf } from "./check-site.ts";
import { ROOT } from "./libraries.ts";
import { anchorOf, linkResolver, servedMarkdown } from "./markdown.ts";
import { descriptionOf, type Page, readAreas, readPages } from "./pages.ts";
import { curl } from "./reference/examples.ts";
import { fieldsOf } from "./reference/fields.ts";
import { readContract } from "./reference/operations.ts";
import { referencePages } from "./reference/pages.ts";

const pageOf = (source: string, markdown: string): Page => ({
  address: source.replace(/^docs\/use\/|\.md$/g, "").replace("README", ""),
  title: /^# (.+)$/m.exec(markdown)?.[1] ?? "",
  description: "",
  area: "guides",
  source,
  markdown,
});

describe("the documents as pages", () => {
  const pages = readPages(ROOT);

  it("have an address, a title, and a description each", () => {
    assert.ok(pages.length > 50, `${pages.length} pages`);
    assert.equal(new Set(pages.map(({ address }) => address)).size, pages.length);
    assert.deepEqual(
      pages.filter(({ title, description }) => title === "" || description === "").map(({ source }) => source),
      [],
    );
    const addresses = pages.map(({ address }) => address);
    for (const expected of [
      "",
      "quickstart",
      "concepts/ledger",
      "operate",
      "operate/rails",
      "spec/wire-contract",
      "changelog",
    ])
      assert.ok(addresses.includes(expected), expected);
  });

  it("are all in the sidebar, in the order of the README.md", () => {
    const areas = readAreas(pages);
    const listed = areas.flatMap(({ groups }) =>
      groups.flatMap(({ entries }) => entries.map(({ address }) => address)),
    );
    assert.deepEqual(
      pages.map(({ address }) => address).filter((address) => !listed.includes(address)),
      [],
    );
    const [guides] = areas;
    assert.deepEqual(
      guides?.groups.map(({ title }) => title),
      ["Use Bursar", "Get started", "Concepts", "Guides", "Client libraries", "Reference", "About"],
    );
    assert.equal(guides?.groups[1]?.entries[0]?.label, "Quickstart");
  });

  it("are in the sidebar although the README.md does not list them", () => {
    const unlisted = pageOf("docs/use/new.md", "# A new guide");
    const guides = readAreas([...pages, unlisted])[0];
    assert.deepEqual(
      guides?.groups.find(({ title }) => title === "More")?.entries.map(({ label }) => label),
      ["A new guide"],
    );
  });

  it("describe themselves with their first sentence", () => {
    assert.equal(descriptionOf("# A\n\nSend `money` to [people](x.md).\n\nMore."), "Send money to people.");
  });
});

describe("links of documents", () => {
  const pages = [pageOf("docs/use/README.md", "# Use"), pageOf("docs/use/pay.md", "# Pay")];

  it("lead to pages, to copied files, and to the repository", () => {
    const resolve = linkResolver(pages, "page");
    const from = "docs/use/README.md";
    assert.equal(resolve("pay.md#errors", from), "/docs/pay/#errors");
    assert.equal(resolve("../use/README.md", "docs/use/pay.md"), "/docs/");
    assert.equal(resolve("../../api/openapi.json", from), "/docs/openapi.json");
    assert.equal(resolve("../adr/README.md", from), "https://github.com/bursar/bursar/blob/main/docs/adr/README.md");
    assert.equal(resolve("https://example.com/x.md", from), "https://example.com/x.md");
    assert.throws(() => resolve("gone.md", from), /docs\/use\/README\.md links to gone\.md, which does not exist/);
  });

  it("lead to Markdown in Markdown, except in code", () => {
    const page = pageOf(
      "docs/use/README.md",
      "# Use\n\n<!-- not run: x -->\n```sh\necho '[a](pay.md)'\n```\n\n[Pay](pay.md)\n",
    );
    assert.equal(
      servedMarkdown(page, linkResolver(pages, "markdown")),
      "# Use\n\n```sh\necho '[a](pay.md)'\n```\n\n[Pay](/docs/pay.md)\n",
    );
  });

  it("have GitHub's anchors", () => assert.equal(anchorOf("`GET` a page, or two"), "get-a-page-or-two"));
});

describe("the check of the built site", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "bursar-site-"));
    const write = (path: string, html: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), html);
    };
    write("index.html", '<a href="/docs/pay/#errors">a</a><a href="/docs/pay/#gone">b</a><a href="/docs/gone/">c</a>');
    write(
      "pay/index.html",
      '<h2 id="errors"></h2><h2 id="errors"></h2><a href="#errors">a</a><img src="/docs/x.png"><a href="/elsewhere">d</a>',
    );
  });
  after(() => rmSync(folder, { recursive: true }));

  it("finds pages, headings, and files that do not exist, and IDs that are not unique", () => {
    assert.deepEqual(problemsOf(folder), [
      "index.html: /docs/pay/#gone has no such heading",
      "index.html: /docs/gone/ leads nowhere",
      "pay/index.html: /docs/x.png leads nowhere",
      "pay/index.html: /elsewhere leads outside the site",
      "pay/index.html: the ID errors is not unique",
    ]);
  });
});

describe("the catalog of events", () => {
  it("names every type and every field of the contract", () => {
    const catalog = readFileSync(join(ROOT, "docs/use/webhook-events.md"), "utf8");
    const { schemas } = readContract(ROOT).document.components as {
      readonly schemas: Readonly<Record<string, { readonly enum?: readonly string[]; readonly properties?: object }>>;
    };
    const names = [...(schemas["WebhookEventType"]?.enum ?? []), ...Object.keys(schemas["Event"]?.properties ?? {})];
    assert.ok(names.length > 12, `${names.length} names`);
    assert.deepEqual(
      names.filter((name) => !catalog.includes(`\`${name}\``)),
      [],
    );
  });
});

describe("the API reference", () => {
  const contract = readContract(ROOT);
  const operation = (id: string) =>
    contract.operations.find((candidate) => candidate.id === id) ?? assert.fail(`no operation ${id}`);

  it("has a page for every operation, with an example", () => {
    const pages = referencePages(contract);
    const methods = Object.values(contract.document.paths).flatMap((path) => Object.keys(path));
    assert.equal(contract.operations.length, methods.filter((name) => name !== "parameters").length);
    assert.equal(
      pages.length,
      contract.operations.length + 1 + new Set(contract.operations.map(({ tag }) => tag)).size,
    );
    assert.equal(new Set(pages.map(({ address }) => address)).size, pages.length);
    for (const { aside, address } of pages) if (aside !== undefined) assert.match(aside, /```sh curl\ncurl /, address);
  });

  it("writes requests for a shell, with the examples of the contract", () => {
    assert.match(
      curl(operation("createTransaction")).code,
      /^curl http:\/\/127\.0\.0\.1:8080\/api\/v1\/account\/[\w-]+\/transactions \\\n {2}-H "Authorization: Bearer \$TOKEN" \\\n {2}-H 'Content-Type: application\/json' \\\n {2}-d '\{\n/,
    );
    assert.match(curl(operation("deleteRecipient")).code, /^curl \S+ -X DELETE \\\n/);
    const body = {
      type: "application/json",
      schema: {},
      name: "X",
      isReference: true,
      form: [],
      example: { name: "Tern's" },
    };
    assert.ok(curl({ ...operation("createTransaction"), body }).code.includes(String.raw`Tern'\''s`));
  });

  it("lists fields with their types, in objects and arrays, and ends where schemas contain themselves", () => {
    const { body, success } = operation("createRecipient");
    const fields = fieldsOf(body?.schema ?? {}, contract);
    const routing = fields.find(({ name }) => name === "electronicRoutingInfo.routingNumber");
    assert.deepEqual([routing?.type, routing?.isRequired], ["string", true]);
    assert.ok(fieldsOf(success.schema ?? {}, contract).length > 5);
    const loop = { type: "object", properties: { next: { $ref: "#/components/schemas/Loop" } } } as const;
    const looping = { ...contract, resolve: (schema: object) => ("$ref" in schema ? loop : schema) as never };
    assert.ok(fieldsOf({ $ref: "#/components/schemas/Loop" }, looping).length < 3);
  });
});
