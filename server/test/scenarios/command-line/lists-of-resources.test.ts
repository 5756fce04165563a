/** `bursar transactions list` and the like: tables for people, JSON and CSV for programs, page after page. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { parse } from "csv-parse/sync";
import { displayWidth } from "#cli/output.ts";
import { removeFolder, temporaryFolder } from "../../kit/servers/server-process.ts";
import { bursarHere, type Person } from "../../kit/service/command.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

describe("lists of resources", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let url: string;
  let folder: string;
  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000n);
    await organization.newAccount("Reserve", "savings");
    await organization.newAccount("東京システム株式会社", "savings");
    url = await world.app.api.listen({ host: "127.0.0.1", port: 0 });
    folder = await temporaryFolder();
    for (const [amount, note] of [
      [80, "first"],
      [81, "=HYPERLINK(1)"],
      [82, "third"],
    ] as const)
      await inject(world.app, organization.token, payment(organization, { amount, note }));
  });
  after(async () => {
    await world.close();
    await removeFolder(folder);
  });

  const run = (args: readonly string[], person: Person = {}, input?: string) =>
    bursarHere(
      args,
      {
        dataDir: folder,
        environment: { BURSAR_TOKEN: organization.token, PUBLIC_URL: url },
        ...(input === undefined ? {} : { input }),
      },
      person,
    );
  const output = async (args: readonly string[], person?: Person): Promise<string> => {
    const ran = await run(args, person);
    assert.equal(ran.exitCode, 0, ran.errors);
    return ran.output;
  };

  test("each resource is listed for people and programs, and its items are shown", async () => {
    for (const name of ["accounts", "recipients", "transactions", "requests", "invoices", "webhooks", "statements"]) {
      const items = JSON.parse(await output([name, "list", "--json"]));
      const lines = (await output([name, "list", "--csv"])).trimEnd().split("\n");
      assert.equal(lines.length, items.length + 1, name);
      const shown = await output([name, "list"]);
      assert.ok(
        items.length === 0 ? shown.startsWith("There are no ") : shown.includes(items[0].id ?? items[0].requestId),
      );
      if (items.length === 0) continue;
      const [first] = items;
      const item = JSON.parse(await output([name, "get", first.id, "--json"]));
      assert.equal(item.id, first.id);
      assert.match(await output([name, "get", first.id]), new RegExp(`^id: +${first.id}$`, "m"));
    }
  });

  test("pages are fetched as far as they are needed", async () => {
    const amounts = async (...args: readonly string[]) =>
      JSON.parse(await output(["transactions", "list", "--json", ...args])).map(
        ({ amount }: { amount: number }) => amount,
      );
    assert.deepEqual(await amounts("--limit", "2"), [-82, -81], "newest first");
    assert.deepEqual(await amounts("--order", "asc", "--limit", "2"), [10_000, -80]);
    assert.deepEqual(await amounts("--all"), [-82, -81, -80, 10_000]);
    const cut = await run(["transactions", "list", "--limit", "3"]);
    assert.equal(cut.errors, "There are more than 3. Use --all, or a higher --limit.\n");
    const whole = await run(["transactions", "list", "--limit", "4"]);
    assert.equal(whole.errors, "");
  });

  test("filters are those of the API, and accounts may be named", async () => {
    const count = async (...args: readonly string[]) =>
      JSON.parse(await output(["transactions", "list", "--json", ...args])).length;
    assert.equal(await count("--account", "operating"), 4);
    assert.equal(await count("--account", "Reserve"), 0);
    assert.equal(await count("--amount-min", "81", "--status", "pending"), 2);
    assert.equal(await count("--search", "globex"), 3);
    const unknown = await run(["transactions", "list", "--account", "Operatin"]);
    assert.deepEqual(
      [unknown.exitCode, unknown.errors],
      [1, 'There is no account named "Operatin". Did you mean "Operating"?\n'],
    );
    const wrong = await run(["transactions", "list", "--start", "tomorrow"]);
    assert.deepEqual([wrong.exitCode, /^start must be a date/.test(wrong.errors)], [1, true], wrong.errors);
  });

  test("CSV has the API's names, amounts that add up, and no formulas", async () => {
    const csv = await output(["transactions", "list", "--csv", "--all"]);
    const rows: readonly Record<string, string>[] = parse(csv, { columns: true });
    assert.deepEqual(
      rows.map(({ amount, note, status }) => [amount, note, status]),
      [
        ["-82.00", "third", "pending"],
        ["-81.00", "'=HYPERLINK(1)", "pending"],
        ["-80.00", "first", "pending"],
        ["10000.00", "", "sent"],
      ],
    );
    const both = await run(["transactions", "list", "--csv", "--json"]);
    assert.equal(both.exitCode, 2);
    assert.equal(JSON.parse(both.errors).message, "--json and --csv exclude each other.");
  });

  test("a narrow screen cuts names and leaves columns out, and each row stays on its line", async () => {
    const wide = await output(["accounts", "list"], { screen: { columns: 200, hasColors: false } });
    assert.match(wide, /東京システム株式会社/);
    const narrow = await output(["accounts", "list"], { screen: { columns: 69, hasColors: false } });
    assert.match(narrow, / 東京システ… /, "twice as wide as Latin letters");
    assert.ok(narrow.split("\n").every((line) => displayWidth(line) <= 69));
    const narrower = await output(["accounts", "list"], { screen: { columns: 30, hasColors: false } });
    assert.match(narrower, /^ID: [0-9a-f-]{36}\nNAME: Operating\n/);
    const colored = await output(["transactions", "list"], { screen: { columns: 200, hasColors: true } });
    assert.ok(colored.includes("\u001b[33mpending\u001b[39m"), colored);
    assert.ok(!(await output(["transactions", "list"])).includes("\u001b"), "no colors for a program");
  });

  test("what is watched follows for programs as it happens, and ends with Ctrl-C", async () => {
    const controller = new AbortController();
    const lines: string[] = [];
    const ran = run(["requests", "list", "--watch", "--json"], {
      interruption: controller.signal,
      sees: (line) => lines.push(line),
    });
    const request = { recipientId: organization.recipientId, amount: 12.5, paymentMethod: "ach" };
    await inject(world.app, organization.token, {
      url: `/account/${organization.accountId}/request-send-money`,
      body: request,
    });
    await eventually("the request is shown", () => lines.length > 0);
    assert.equal(JSON.parse(lines[0] ?? "").amount, 12.5);
    controller.abort();
    assert.equal((await ran).exitCode, 0);
    assert.equal(lines.length, 1, "once");
  });

  test("a payment is previewed, requested once per key, and cancelled", async () => {
    const args = ["--account", "Operating", "--recipient", "Globex", "--amount", "55.20", "--method", "ach"];
    const dry = await output(["requests", "create", ...args, "--dry-run"]);
    assert.match(dry, /^Leaves: 2026-11-2\d\. Arrives: 2026-11-2\d\. Fee: \$0\.00\.\n.*Nothing was paid\.\n$/s);
    const first = await output(["requests", "create", ...args, "--key", "cli-1"]);
    assert.match(first, /^The approval request [0-9a-f-]{36} is pendingApproval\.\n$/);
    assert.match(await output(["requests", "create", ...args, "--key", "cli-1"]), /made by an earlier request/);
    const sent = JSON.parse(await output(["transactions", "create", ...args, "--json"]));
    assert.equal(sent.amount, -55.2);
    assert.match(await output(["transactions", "cancel", sent.id]), new RegExp(`The payment ${sent.id} is cancelled`));
  });

  test("a recipient, an endpoint, and a statement are made, and a statement is downloaded", async () => {
    const made = await run(
      ["recipients", "create", "--name", "Initech", "--routing-number", "021000021"],
      {},
      "987654321",
    );
    assert.match(made.output, /^Created Initech: /, made.errors);
    const data = join(folder, "recipient.json");
    writeFileSync(data, JSON.stringify({ name: "Umbrella", emails: [] }));
    const incomplete = await run(["recipients", "create", "--data", data]);
    assert.equal(incomplete.exitCode, incomplete.errors === "" ? 0 : 2, incomplete.errors);
    writeFileSync(data, "[1]");
    assert.match((await run(["recipients", "create", "--data", data])).errors, /must be one object of JSON\.$/m);
    const hook = await output(["webhooks", "create", "https://example.com/hooks", "--events", "transaction.updated"]);
    assert.match(hook, /^Created webhook endpoint (\S+)\nIts secret: whsec_/);
    const [, endpoint = ""] = /endpoint (\S+)/.exec(hook) ?? [];
    assert.match(await output(["webhooks", "delete", endpoint]), /is deleted\.$/m);
    const days = ["--start", "2026-11-01", "--end", "2026-11-19"];
    const statement = JSON.parse(await output(["statements", "create", "--account", "Operating", ...days, "--json"]));
    const file = join(folder, "statement.pdf");
    await output(["statements", "download", statement.id, "--output", file]);
    assert.equal(readFileSync(file).subarray(0, 5).toString(), "%PDF-");
    assert.equal((await run(["statements", "download", statement.id, "--output", file])).exitCode, 1, "never replaced");
    assert.match(await output(["statements", "download", statement.id, "--as", "csv"]), /date/i);
  });
});
