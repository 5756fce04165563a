import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { buildSdk } from "./build-sdk.ts";

/** The client library as others use it: packed, and unpacked into an empty folder. */
const ROOT = join(import.meta.dirname, "../..");
const KB = 1_000;

let folder: string;
const library = () => join(folder, "node_modules/@bursar/sdk");

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "bursar-sdk-"));
  const packed = await buildSdk();
  mkdirSync(library(), { recursive: true });
  // npm's archives have one folder, "package".
  execFileSync("tar", ["-xzf", packed, "--strip-components=1", "-C", library()]);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** The size of a program with everything that it needs of the library, minified and compressed. */
async function sizeOf(program: string): Promise<number> {
  const path = join(folder, "sized.js");
  writeFileSync(path, program);
  const build = await rolldown({ cwd: folder, input: path, platform: "browser" });
  try {
    const { output } = await build.generate({ format: "esm", minify: true });
    return output.reduce((sum, file) => sum + ("code" in file ? gzipSync(file.code).length : 0), 0);
  } finally {
    await build.close();
  }
}

describe("the client library", () => {
  it("has at most 25 kB, minified and compressed", async (t) => {
    const size = await sizeOf('export * from "@bursar/sdk";');
    t.diagnostic(`${size} bytes`);
    assert.ok(size > KB && size < 25 * KB, `${size} bytes`);
  });

  it("leaves out what a program does not import", async () => {
    const size = await sizeOf('import { webhooks } from "@bursar/sdk"; console.log(await webhooks.verify);');
    assert.ok(size < 2 * KB, `${size} bytes`);
  });

  it("needs nothing but what browsers and workers have", () => {
    const manifest = JSON.parse(readFileSync(join(library(), "package.json"), "utf8"));
    assert.equal(manifest.dependencies, undefined);
    const sources = readFileSync(join(ROOT, "packages/sdk/src/client/send.ts"), "utf8");
    assert.ok(sources.includes(`"bursar-sdk/${manifest.version}"`), "it sends its version");
    const imports = globSync("dist/*.js", { cwd: library() }).flatMap((path) => {
      const code = readFileSync(join(library(), path), "utf8");
      return [...code.matchAll(/from "([^"]+)"/g)].map(([, from = ""]) => `${path} ${from}`);
    });
    const outside = imports.filter((each) => !/ \.\//.test(each));
    assert.deepEqual(outside.toSorted(), ["dist/node.js node:fs/promises", "dist/node.js node:path"]);
    const code = readFileSync(join(library(), "dist/index.js"), "utf8");
    assert.doesNotMatch(code, /\b(process|Buffer|require|global)\b\s*[.(]/);
    assert.deepEqual(globSync("**/*{.test.,testkit}*", { cwd: library() }), []);
  });

  it("runs in the machine's own Node.js, which may be older than the service's", () => {
    const program = join(folder, "program.mjs");
    writeFileSync(
      program,
      `import { createClient, webhooks } from "@bursar/sdk";
import { fileJournal } from "@bursar/sdk/node";
import { methodNames } from "@bursar/sdk/method-names";
const bursar = createClient({ baseUrl: "http://127.0.0.1:1", token: "t", maxRetries: 0 });
const error = await bursar.accounts.list().then(() => undefined, (failed) => failed);
console.log(error.name, typeof fileJournal, typeof methodNames, typeof webhooks.verify);`,
    );
    const output = execFileSync("node", [program], { encoding: "utf8" });
    assert.equal(output.trim(), "ConnectionError function function function");
  });

  for (const [where, compilerOptions] of Object.entries({
    "Node.js": { types: ["node"], lib: ["es2023"], typeRoots: [join(ROOT, "node_modules/@types")] },
    "a browser": { types: [], lib: ["es2023", "dom", "dom.iterable"] },
  }))
    it(`has types for ${where}, which the strictest compiler accepts`, () => {
      writeFileSync(
        join(folder, "typed.mts"),
        `import { type Bursar, ConflictError, createClient, type PaymentRow, type Recipient, ValidationError, webhooks } from "@bursar/sdk";

export const bursar: Bursar = createClient({ baseUrl: "https://bursar.example.com", token: "t" });
export async function typed(row: PaymentRow, error: unknown): Promise<string> {
  const { recipients } = await bursar.recipients.list({ limit: 5, search: "Acme" });
  const first: Recipient | undefined = recipients[0];
  for await (const { amount, status } of bursar.transactions.list({ status: ["sent"] })) if (amount < 0) return status;
  const paid = await bursar.payments.createTransaction("a", { recipientId: "r", amount: 1, paymentMethod: "ach" });
  // @ts-expect-error There is no such method of payment.
  await bursar.payments.createTransaction("a", { recipientId: "r", amount: 1, paymentMethod: "cash" });
  // @ts-expect-error There is no such operation.
  await bursar.recipients.pay();
  // @ts-expect-error There is no such option.
  createClient({ baseUrl: "", token: "", secret: "" });
  if (error instanceof ValidationError && error.errorCode === "insufficientFunds") return error.requestId;
  if (error instanceof ConflictError && error.errorCode === "idempotencyKeyReused") return error.requestId;
  const { results } = await bursar.payMany([row]);
  for (const result of results) if (result.status === "accepted") return result.id;
  const text: string = await bursar.statements.getCsv("s");
  const file: Blob = await bursar.statements.getPdf("s");
  const event = await webhooks.verify({ body: text, headers: new Headers() }, ["old", "new"]);
  return event.resourceId + first?.name + paid.id + file.size;
}`,
      );
      writeFileSync(
        join(folder, "tsconfig.json"),
        JSON.stringify({
          compilerOptions: {
            module: "nodenext",
            target: "es2023",
            strict: true,
            exactOptionalPropertyTypes: true,
            noUncheckedIndexedAccess: true,
            noPropertyAccessFromIndexSignature: true,
            noEmit: true,
            ...compilerOptions,
          },
          files: ["typed.mts"],
        }),
      );
      execFileSync(process.execPath, [join(ROOT, "node_modules/@typescript/native/bin/tsc"), "-p", "."], {
        cwd: folder,
        stdio: ["ignore", "inherit", "inherit"],
      });
    });
});
