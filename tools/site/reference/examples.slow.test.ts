import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { methodNames } from "@bursar/sdk/method-names";
import { startDashboard, type TestDashboard } from "../../../dashboard/test/kit/dashboard.ts";
import { ROOT } from "../libraries.ts";
import { curl, typescript } from "./examples.ts";
import { readContract } from "./operations.ts";

/** The examples of the API reference, for every operation. */
const FOLDER = join(ROOT, ".tmp/examples");
const { operations, document } = readContract(ROOT);

before(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
});
after(() => rmSync(FOLDER, { recursive: true, force: true }));

describe("an example with curl", () => {
  let service: TestDashboard;
  before(async () => {
    service = await startDashboard();
  });
  after(() => service.close());

  const MISUNDERSTOOD = [
    "invalidRequest",
    "malformedJson",
    "routeNotFound",
    "methodNotAllowed",
    "unsupportedMediaType",
  ];

  /** The IDs of examples exist in no organization, which some operations report like an invalid field. */
  const NAMES_NOTHING =
    /"message":"The request is not valid: (?:\w+: must be (?:the id of|an active) [^:]+(?:; see GET [\w/]+)?[;.] ?)+"/;

  it("is a request that the service understands", { timeout: 600_000 }, async () => {
    writeFileSync(join(FOLDER, "invoice.pdf"), "%PDF-1.7");
    const problems: string[] = [];
    for (const operation of operations) {
      const command = curl(operation).code.replaceAll("http://127.0.0.1:8080", service.url);
      const { stdout } = await promisify(execFile)("bash", ["-c", `${command} -s -w '\n%{http_code}'`], {
        cwd: FOLDER,
        env: { PATH: process.env["PATH"], TOKEN: service.demo.tokens.readWrite },
        maxBuffer: 2 ** 26,
      });
      const status = Number(stdout.slice(stdout.lastIndexOf("\n")));
      const errorCode = /"errorCode":"(\w+)"/.exec(stdout)?.[1] ?? "";
      const isMisunderstood = MISUNDERSTOOD.includes(errorCode) && !NAMES_NOTHING.test(stdout);
      if (status < 200 || status >= 500 || isMisunderstood)
        problems.push(`${operation.id}: ${status} ${stdout.slice(0, 300)}`);
    }
    assert.deepEqual(problems, []);
  });
});

describe("an example in TypeScript", () => {
  it("is accepted by the compiler with the SDK's types", () => {
    const names = methodNames(document);
    for (const operation of operations) {
      const name = names.get(operation.id) ?? assert.fail(`${operation.id} has no name`);
      writeFileSync(join(FOLDER, `${operation.id}.ts`), `${typescript(operation, name).code}\nexport {};\n`);
    }
    const compilerOptions = { noPropertyAccessFromIndexSignature: false, noUnusedLocals: false };
    const project = { extends: join(ROOT, "tsconfig.json"), compilerOptions, include: ["*.ts"] };
    writeFileSync(join(FOLDER, "tsconfig.json"), JSON.stringify(project));
    execFileSync(process.execPath, [join(ROOT, "node_modules/@typescript/native/bin/tsc"), "-p", FOLDER], {
      encoding: "utf8",
    });
  });
});
