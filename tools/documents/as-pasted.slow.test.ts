import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { findOpenSsh, startOpenSsh } from "../../server/test/kit/banks/openssh-server.ts";
import { missingInstalledServer } from "../../server/test/kit/databases/postgres-binaries.ts";
import { QUICK_SETTINGS, startPostgresServer } from "../../server/test/kit/databases/postgres-server.ts";
import { asAdministrator } from "../../server/test/kit/databases/test-server.ts";
import { type ServerProcess, startServer } from "../../server/test/kit/servers/server-process.ts";
import { apiClient } from "../../server/test/kit/service/client.ts";
import { eventually } from "../../server/test/kit/service/eventually.ts";
import { freePort } from "../../server/test/kit/service/free-port.ts";
import { folderWithPackage, machine } from "../kit/installed-package.ts";
import { readDocuments } from "../tidy/documents/document-paths.ts";
import { type CommandBlock, runBlocks } from "./command-blocks.ts";
import { DOCUMENTS_WITH_SET_UP, type DocumentWithSetUp } from "./documents-with-set-up.ts";
import { openTerminal } from "./terminal.ts";

/**
 * What the documents say works as pasted: their blocks of commands, in order, in an empty folder with the installed
 * package, a real service, and a database server whose administrator is no superuser.
 */
const ROOT = join(import.meta.dirname, "../..");

/** What a placeholder of a document means here, or how to find it out when the block is pasted. */
type Values = Readonly<Record<string, string | (() => Promise<string>)>>;

/** Where one document is tried. */
interface Place {
  readonly folder: string;
  /** Of the service, if one is started. */
  readonly port: number;
  /** The output of a command of the installed package. */
  bursar(args: string, input?: string): Promise<string>;
  /** At the end, the latest first. */
  later(work: () => unknown): void;
}

/** What the reader has before the first block. Keys are placeholders. */
const setUps: Readonly<Record<DocumentWithSetUp, (place: Place) => Promise<Values>>> = {
  "README.md": demo,

  "docs/use/agents.md": async (place) => {
    await startDemo(place);
    return {};
  },
  "docs/use/approvals.md": demo,
  "docs/use/concepts/files.md": demoAnywhere,
  "docs/use/concepts/ledger.md": demoAnywhere,
  "docs/use/invoices.md": demo,
  "docs/use/moving.md": demo,
  "docs/use/pay.md": demo,
  "docs/use/pay-many.md": demo,
  "docs/use/quickstart.md": demoWithReceiver,
  "docs/use/reconcile.md": demoWithStatements,
  "docs/use/sandbox.md": demo,
  "docs/use/users-and-rules.md": demo,
  "docs/use/webhooks.md": demoWithReceiver,
  "docs/use/command-line.md": async (place) => {
    await startDemo(place);
    return { "3000": `${await freePort()}` };
  },
  "tools/package/README.md": () => Promise.resolve({}),

  "docs/operate/running.md": async (place) => {
    const server = await startDatabaseServer(place);
    return { $ADMIN_URL: server.administrator, $OWNER_URL: server.owner };
  },

  "docs/operate/backup.md": async (place) => {
    const service = await startDemo(place);
    const server = await startDatabaseServer(place);
    await createRolesAsIn("docs/operate/running.md", place, server);
    for (const name of ["mnt/backup", "mnt/usb"]) mkdirSync(join(place.folder, name), { recursive: true });
    // The service runs while it is backed up, and is stopped before it moves.
    const moved = () => service.stop().then(() => server.owner);
    return { "/mnt/": `${place.folder}/mnt/`, "postgres://bursar_owner@host/bursar": moved };
  },

  "docs/operate/rails.md": async (place) => {
    const service = await startDemo(place);
    await openOperating(place);
    const bank = await startBank(place);
    writeFileSync(join(place.folder, "bank_ed25519"), bank.privateKey, { mode: 0o600 });
    writeFileSync(join(place.folder, "statement.bai"), statementOfToday());
    return {
      "host=sftp.bank.example": `host=127.0.0.1 --set port=${bank.port}`,
      "user=northwind": `user=${bank.user}`,
      "SHA256:…": bank.hostKeys.ed25519,
      "Directory=/": `Directory=${bank.root}/`,
      "bank test ID": async () => `bank test ${await idNamed(place, "bank list", "First Harbor ACH")}`,
      "files show ID": async () => `files show ${await firstId(place, "files list")}`,
      "files download ID": async () => `files download ${await firstId(place, "files list")}`,
      "FILE-ID": async () => {
        await printOneCheck(place, service);
        return firstId(place, "files list --format checks-pdf");
      },
      // That file's payment.
      "TRANSACTION-ID": async () => {
        const file = await place.bursar(`files show ${await firstId(place, "files list --format checks-pdf")} --json`);
        return JSON.parse(file).payments[0].transactionId;
      },
    };
  },

  "docs/operate/screening.md": async (place) => {
    await startDemo(place);
    const unknown = ",-0- ";
    const files = {
      "SDN.CSV": `101,"BLACKWOOD, Dmitri","individual","SDNT"${unknown.repeat(8)}\r\n`,
      "ALT.CSV": `101,1,"aka","BLAKWUD, Dimitri"${unknown}\r\n`,
      "ADD.CSV": `101,25,"1 Main St","Havana","Cuba"${unknown}\r\n`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place.folder, name), text);
    return {};
  },

  "docs/operate/treasury.md": async (place) => {
    await startDemo(place);
    const row = "A-1,2026-01-05,depositComplete,1000\n";
    writeFileSync(join(place.folder, "activity.csv"), `Reference,Date,Type,Amount\n${row}`);
    writeFileSync(join(place.folder, "1099.pdf"), "%PDF-1.7");
    return {};
  },
};

const skips: Partial<Record<DocumentWithSetUp, string | false>> = {
  "docs/operate/running.md": missingInstalledServer(),
  "docs/operate/backup.md": missingInstalledServer(),
  "docs/operate/rails.md": findOpenSsh().skip,
};

let installed: string;
before(async () => {
  installed = await folderWithPackage();
});
after(() => rmSync(installed, { recursive: true, force: true, maxRetries: 5 }));

for (const path of DOCUMENTS_WITH_SET_UP)
  test(`${path} works as pasted`, { skip: skips[path] ?? false, timeout: 600_000 }, async () => {
    const ends: (() => unknown)[] = [];
    try {
      // npx finds the package in the folder above.
      const folder = join(installed, path.replaceAll(/\W/g, "-"));
      mkdirSync(folder);
      const place = {
        folder,
        port: await freePort(),
        bursar: bursarIn(folder),
        later: (end: () => unknown) => ends.unshift(end),
      };
      const values = await setUps[path](place);
      await pasteAll(blocksOf(path), values, place);
    } finally {
      for (const end of ends) await end();
    }
  });

test("npm start starts a clone, until it is stopped", { timeout: 600_000 }, async () => {
  const port = await freePort();
  const env = { ...machine, PORT: `${port}`, BURSAR_DATA_DIR: join(installed, "npm-start") };
  const started = spawn("npm", ["start"], { cwd: ROOT, env, stdio: "ignore", detached: true });
  const exited = once(started, "exit");
  try {
    await eventually("the service is ready", async () => {
      assert.equal(started.exitCode, null, "it runs");
      return fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
  } finally {
    if (started.exitCode === null) process.kill(-(started.pid ?? 0), "SIGTERM");
    await exited;
  }
});

function blocksOf(path: string): readonly CommandBlock[] {
  const document = readDocuments(ROOT).find((candidate) => candidate.path === path);
  assert.ok(document, `${path} exists`);
  return runBlocks(document);
}

async function pasteAll(blocks: readonly CommandBlock[], values: Values, place: Place): Promise<void> {
  const terminal = openTerminal(place.folder, {
    ...machine,
    PORT: `${place.port}`,
    // Not the profiles of who runs the tests.
    XDG_CONFIG_HOME: join(place.folder, "config"),
  });
  place.later(() => terminal.close());
  const unused = new Set(Object.keys(values));
  for (const block of blocks) {
    let { text } = block;
    for (const [placeholder, value] of Object.entries(values)) {
      if (!text.includes(placeholder)) continue;
      unused.delete(placeholder);
      const meant = typeof value === "string" ? value : await value();
      text = text.replaceAll(placeholder, () => meant);
    }
    await terminal.paste({ ...block, text }).catch((error: Error) => {
      throw new Error(`${block.path}:${block.line} does not work as pasted. ${error.message}`);
    });
  }
  assert.deepEqual([...unused], [], "every placeholder is in a block");
}

const bursarIn =
  (folder: string): Place["bursar"] =>
  async (args, input = "") => {
    const child = spawn("npx", ["bursar", ...args.split(" ")], { cwd: folder, env: machine });
    let [output, errors] = ["", ""];
    child.stdout.on("data", (text) => {
      output += text;
    });
    child.stderr.on("data", (text) => {
      errors += text;
    });
    child.stdin.end(input);
    await once(child, "close");
    assert.equal(child.exitCode, 0, `bursar ${args}: ${errors}`);
    return output;
  };

/** The service with the demo organization, at the address of the documents. */
async function demo(place: Place): Promise<Values> {
  await startDemo(place);
  return { "127.0.0.1:8080": `127.0.0.1:${place.port}` };
}

/** For documents that only use the command line. */
async function demoAnywhere(place: Place): Promise<Values> {
  await startDemo(place);
  return {};
}

/** Readers start a receiver of webhooks on port 9090. */
async function demoWithReceiver(place: Place): Promise<Values> {
  return { ...(await demo(place)), "9090": `${await freePort()}` };
}

/** The demo's statements are made soon after the start. */
async function demoWithStatements(place: Place): Promise<Values> {
  const service = await startDemo(place);
  const { tokens, accounts } = await service.demo();
  const client = apiClient(service.url, tokens.readWrite);
  place.later(() => client.close());
  await eventually("the demo's statements are made", async () => {
    const { body } = await client.get(`/account/${accounts[0]?.id}/statements`);
    return body.statements.length > 0;
  });
  return { "127.0.0.1:8080": `127.0.0.1:${place.port}` };
}

/** The service with the demo organization, in the folder's data. */
async function startDemo({ folder, port, later }: Place): Promise<ServerProcess> {
  const launcher = join(installed, "node_modules/bursar/bin/bursar.mjs");
  const service = await startServer({ dataDir: join(folder, "data"), port, launcher });
  later(() => service.stop());
  return service;
}

/** A server with an administrator who may create roles and databases, and nothing more. */
async function startDatabaseServer({
  later,
}: Place): Promise<{ readonly administrator: string; readonly owner: string }> {
  const server = await startPostgresServer({ settings: QUICK_SETTINGS });
  later(() => server.stop());
  await asAdministrator(server.url, (client) => client.query("create role administrator login createrole createdb"));
  const address = (role: string, database: string) => `postgres://${role}@127.0.0.1:${server.port}/${database}`;
  return { administrator: address("administrator", "postgres"), owner: address("bursar_owner", "bursar") };
}

/** The other document says how to create roles and the database. */
const createRolesAsIn = (path: string, place: Place, { administrator }: { readonly administrator: string }) =>
  pasteAll(blocksOf(path).slice(0, 1), { $ADMIN_URL: administrator }, place);

/** As docs/use/going-live.md says. */
const openOperating = ({ bursar }: Place): Promise<string> =>
  bursar("account open Operating --routing-number 021000021 --opening-balance 2500", "98765432101\n");

async function startBank({ later }: Place) {
  const sshd = findOpenSsh();
  assert.ok(sshd.skip === false);
  const bank = await startOpenSsh(sshd.path);
  later(() => bank.stop());
  for (const name of ["in", "out", "checks/in", "checks/out"]) mkdirSync(join(bank.root, name), { recursive: true });
  return bank;
}

async function firstId({ bursar }: Place, list: string): Promise<string> {
  const [first] = JSON.parse(await bursar(`${list} --json`)) as readonly { readonly id: string }[];
  return first?.id ?? "";
}

async function idNamed({ bursar }: Place, list: string, name: string): Promise<string> {
  const all = JSON.parse(await bursar(`${list} --json`)) as readonly { readonly id: string; readonly name: string }[];
  return all.find((listed) => listed.name === name)?.id ?? "";
}

/** The connection that the document adds goes live, and a day later, the check of a payment waits for the printer. */
async function printOneCheck(place: Place, service: ServerProcess): Promise<void> {
  const connection = await idNamed(place, "bank list", "First Harbor checks");
  for (const step of ["test", "rehearse", "go-live"]) await place.bursar(`bank ${step} ${connection}`);
  const { tokens, recipients } = await service.demo();
  const client = apiClient(service.url, tokens.readWrite);
  place.later(() => client.close());
  const { body } = await client.get("/accounts");
  const account = body.accounts.find(({ name }: { readonly name: string }) => name === "Operating");
  const paid = await client.post(`/account/${account.id}/transactions`, {
    recipientId: recipients.find(({ methods }) => methods.includes("check"))?.id,
    amount: 125.5,
    paymentMethod: "check",
    idempotencyKey: "check-1",
  });
  assert.equal(paid.status, 200, JSON.stringify(paid.body));
  await eventually("the check is printed", async () => {
    await client.post("/sandbox/clock/advance", { hours: 12 });
    return (await firstId(place, "files list --format checks-pdf")) !== "";
  });
}

/** A BAI2 file of the account that holds its opening balance. */
function statementOfToday(): string {
  const day = new Date().toISOString().slice(2, 10).replaceAll("-", "");
  return [
    `01,021000021,NORTHWIND,${day},0600,1,80,,2/`,
    `02,NORTHWIND,021000021,1,${day},,USD,2/`,
    "03,98765432101,USD,010,250000,,,015,250000,,/",
    "49,500000,2/",
    "98,500000,1,4/",
    "99,500000,1,6/",
    "",
  ].join("\n");
}
