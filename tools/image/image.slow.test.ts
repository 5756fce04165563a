import assert from "node:assert/strict";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type FreshDatabase, freshDatabase } from "../../server/test/kit/databases/databases.ts";
import { eventually } from "../../server/test/kit/service/eventually.ts";
import { freePort } from "../../server/test/kit/service/free-port.ts";
import { builtImage } from "../kit/built-image.ts";
import {
  checkHealth,
  missingBubblewrap,
  runContainer,
  startContainer,
  type UnpackedImage,
  unpackImage,
} from "../kit/container.ts";
import { ARCHITECTURES, missingDebianTools } from "./debian-packages.ts";

/** The image as anyone else builds and runs it (docs/operate/containers.md). */
const HERE = process.arch === "arm64" ? "arm64" : "amd64";
const SHARED = "/usr/local/bin";

const folders: string[] = [];
const temporary = (): string => {
  const path = mkdtempSync(join(tmpdir(), "bursar-layout-"));
  folders.push(path);
  return path;
};

let layout: string;
let digest: string;
const skip = missingDebianTools();
if (skip === false)
  before(() => {
    const built = builtImage();
    folders.push(built.copy);
    ({ layout, digest } = built);
  });
after(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

describe("the image", { skip }, () => {
  it("is the same when someone else builds it, in another folder", () => {
    const again = builtImage("image-of-someone-else");
    folders.push(again.copy);
    assert.match(digest, /^sha256:[0-9a-f]{64}$/);
    assert.equal(again.digest, digest);
  });

  for (const architecture of ARCHITECTURES) {
    it(`has no program but Node.js and ours, and nothing that its user may change, on ${architecture}`, async () => {
      const programs: string[] = [];
      const writable: string[] = [];
      const { root, config } = await unpackImage(layout, {
        architecture,
        each: ({ name, type, mode }) => {
          if (type === "file" && mode & 0o111 && !name.includes(".so")) programs.push(name);
          if (type !== "symlink" && mode & 0o6022) writable.push(name);
        },
      });
      folders.push(root);
      assert.deepEqual(
        programs.filter((name) => !name.startsWith("opt/bursar/node_modules/")).sort(),
        ["bursar", "bursar-health", "node"].map((name) => `${SHARED.slice(1)}/${name}`),
      );
      assert.deepEqual(writable, ["tmp"]);
      assert.equal(config.User, "65532:65532");
      // The header of an executable file names its machine: 62 is x86-64, and 183 is AArch64.
      const machine = readFileSync(join(root, SHARED, "node")).readUInt16LE(18);
      assert.equal(machine, architecture === "amd64" ? 62 : 183);
    });
  }
});

describe("a container of the image", { skip: skip || missingBubblewrap() }, () => {
  let image: UnpackedImage;
  let database: FreshDatabase;
  before(async () => {
    image = await unpackImage(layout, { architecture: HERE });
    folders.push(image.root);
    database = await freshDatabase();
  });
  after(() => database.drop());

  it("pays with a root that cannot be written, as a user without rights, and stops by a signal", async () => {
    const data = temporary();
    if (process.getuid?.() === 0) chownSync(data, 65532, 65532);
    const port = await freePort();
    const options = {
      environment: { HOST: "127.0.0.1", PORT: String(port), DATABASE_URL: database.url },
      mounts: { "/data": data },
    };
    assert.equal(checkHealth(image, options), 1);

    const container = startContainer(image, options);
    try {
      await eventually("it is ready", () => {
        assert.equal(container.process.exitCode, null, container.output());
        return container.output().includes("Dashboard");
      });
      assert.doesNotMatch(container.output(), /root|EROFS|EACCES/);
      assert.equal(checkHealth(image, options), 0);

      const { baseUrl, tokens, accounts, recipients } = JSON.parse(readFileSync(join(data, "demo.json"), "utf8"));
      const account = accounts.find(({ kind }: { readonly kind: string }) => kind === "checking");
      const recipient = recipients.find(({ methods }: { readonly methods: string[] }) => methods.includes("ach"));
      const paid = await fetch(`${baseUrl}/account/${account.id}/transactions`, {
        method: "POST",
        headers: { authorization: `Bearer ${tokens.readWrite}`, "content-type": "application/json" },
        body: JSON.stringify({
          recipientId: recipient.id,
          amount: 12.5,
          paymentMethod: "ach",
          idempotencyKey: "from-a-container",
        }),
      });
      assert.equal(paid.status, 200, await paid.text());

      const verified = runContainer(image, { ...options, command: ["ledger", "verify"] });
      assert.match(verified.output, /^The books balance/);
    } finally {
      assert.equal(await container.stop(), 0, container.output());
    }
    assert.equal(checkHealth(image, options), 1);
  });
});
