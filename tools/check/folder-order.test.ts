import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readSources, sourceOf } from "../tidy/source.ts";
import { type Arrow, againstOrder, arrowsBetween, circleIn, declaredOrder } from "./folder-order.ts";
import { PARTS, WINGS } from "./levels.mjs";

const ROOT = join(import.meta.dirname, "../..");
/** These are too large to be read without an order. */
const ORDERED = ["1-records/people", "3-bank/file-rails", "4-payments/approvals", "4-payments/payments"].map(
  (path) => `server/src/modules/${path}`,
);
/** Folders, not imports: a folder that two others need in both directions is cut in the wrong place. */
const AGAINST_MAX = 2;

const sources = readSources(ROOT);

const lines = (arrows: readonly Arrow[]): string => arrows.map(({ path, to }) => `\n${path} imports ${to}`).join("");

describe("modules", () => {
  for (const { path, members } of WINGS)
    it(`of ${path} import each other in one direction`, () => {
      // The innermost folder: an upper part is inside its module.
      const memberOf = (file: string) =>
        PARTS.find((part) => file.startsWith(`${part}/`)) ?? members.find((member) => file.startsWith(`${member}/`));
      const inWing = (file: string) => {
        const member = memberOf(file);
        return member !== undefined && members.includes(member) ? member : undefined;
      };
      assert.deepEqual(circleIn(arrowsBetween(sources, inWing))?.join(" → "), undefined);
    });
});

describe("folders of a module", () => {
  for (const module of ORDERED)
    it(`${module} are in the order that its index.ts declares`, () => {
      const order = declaredOrder(readFileSync(join(ROOT, module, "index.ts"), "utf8")) ?? [];
      const folders = readdirSync(join(ROOT, module), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
      assert.deepEqual([...order].sort(), folders.sort(), "index.ts lists each folder once");
      const folderOf = (file: string) => {
        const [, folder, rest] = new RegExp(`^${module}/([^/]+)(/.*)?$`).exec(file) ?? [];
        return rest === undefined ? undefined : folder;
      };
      const against = againstOrder(arrowsBetween(sources, folderOf), order);
      const pairs = new Set(against.map(({ from, to }) => `${from} → ${to}`));
      assert.ok(
        pairs.size <= AGAINST_MAX,
        `${pairs.size} against the order: ${[...pairs].join(", ")}${lines(against)}`,
      );
    });
});

describe("the check of folders", () => {
  const from = (path: string, ...imported: readonly string[]) =>
    sourceOf(path, imported.map((name) => `import type { X } from "${name}";`).join("\n"));
  const files = [
    from("m/low/a.ts", "../middle/b.ts"),
    from("m/middle/b.ts", "../low/a.ts", "node:fs"),
    from("m/high/c.ts", "../middle/b.ts", "./d.ts"),
    from("m/low/a.test.ts", "../high/c.ts"),
  ];
  const arrows = arrowsBetween(files, (path) => /^m\/(\w+)\//.exec(path)?.[1]);

  it("finds imports between folders, without those of tests", () =>
    assert.deepEqual(
      arrows.map((arrow) => `${arrow.from} ${arrow.to}`),
      ["low middle", "middle low", "high middle"],
    ));
  it("finds a circle", () => assert.deepEqual(circleIn(arrows), ["low", "middle", "low"]));
  it("and none without one", () => assert.equal(circleIn(arrows.slice(1)), undefined));
  it("reads the order from a header, across lines", () =>
    assert.deepEqual(declaredOrder("/**\n * It pays. Folders, from the bottom: low, middle,\n * high. More.\n */"), [
      "low",
      "middle",
      "high",
    ]));
  it("finds what is against the order", () =>
    assert.deepEqual(
      againstOrder(arrows, ["low", "middle", "high"]).map(({ path }) => path),
      ["m/low/a.ts"],
    ));
});
