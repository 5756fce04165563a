import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { ShownConnection } from "#administration/commands/banks/bank-commands.ts";
import { freshDatabase } from "#test/kit/databases/databases.ts";
import { runCli } from "../run-cli.ts";

describe("bursar bank", () => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-bank-"));
  let database: Awaited<ReturnType<typeof freshDatabase>>;

  /** Runs a command; with answers, as a person at a terminal. */
  const bursar = async (args: readonly string[], answers?: readonly (readonly [RegExp, string])[]) => {
    const [output, errors]: [string[], string[]] = [[], []];
    let [asked, answered] = [0, 0];
    const exitCode = await runCli(args, {
      environment: { DATABASE_URL: database.url, BURSAR_DATA_DIR: folder, BURSAR_LOG_LEVEL: "silent" },
      print: (line) => output.push(line),
      write: () => Promise.reject(new Error("No command of this test writes bytes")),
      ask: (question) => {
        const [expected, answer] = answers?.[answered++] ?? [/never/, ""];
        assert.match(question, expected);
        return Promise.resolve(answer);
      },
      isInteractive: answers !== undefined,
      complain: (line) => errors.push(line),
      exitWith: (code) => {
        asked = code;
      },
    });
    assert.equal(answered, answers?.length ?? 0, `every answer was used: ${errors.join("\n")}`);
    return { exitCode: exitCode || asked, output: output.join("\n"), errors: errors.join("\n") };
  };
  const list = async (): Promise<readonly ShownConnection[]> =>
    JSON.parse((await bursar(["bank", "list", "--json"])).output);

  before(async () => {
    database = await freshDatabase();
    await bursar(["org", "create", "Acme, Inc."]);
    for (const name of ["Operating", "Payroll"])
      await bursar(
        ["account", "open", name, "--routing-number", "021000021"],
        [[/Account number/, name === "Payroll" ? "123456789" : "987654321"]],
      );
  });
  after(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const achOptions = [
    "--rail",
    "ach",
    "--kind",
    "folder",
    "--name",
    "First Example Bank, ACH",
    "--account",
    "Operating",
    "--set",
    "immediateDestination=021000021",
    "--set",
    "immediateDestinationName=First Example Bank",
    "--set",
    "immediateOrigin=1123456789",
    "--set",
    "immediateOriginName=Acme",
    "--set",
    "companyName=Acme",
    "--set",
    "companyIdentification=1123456789",
    "--set",
    "odfiRoutingNumber=021000021",
    "--set",
    "sameDayCutOffs=09:30,13:45",
    "--set",
    "balanced=yes",
    "--set",
    "sameDayLimit=250,000.00",
  ];

  it("adds a connection by options, tests it, and takes it from draft to live", async () => {
    assert.equal((await bursar(["bank", "list"])).output, "There is no bank connection yet. Add one: bursar bank add");
    const exchange = join(folder, "exchange");
    const limits = [
      "--set",
      "firstDays.until=2027-01-31",
      "--set",
      "firstDays.perPayment=1000",
      "--set",
      "firstDays.perDay=5000.50",
    ];
    const added = await bursar(["bank", "add", ...achOptions, "--set", `folder=${exchange}`, ...limits]);
    assert.equal(added.exitCode, 0, added.errors);
    const [shown] = await list();
    assert.ok(shown);
    assert.deepEqual(
      [shown.rail, shown.state, shown.place, shown.accounts[0]?.name],
      ["ach", "draft", exchange, "Operating"],
    );
    assert.deepEqual(
      [shown.settings["sameDayCutOffs"], shown.settings["balanced"], shown.settings["sameDayLimit"]],
      [["09:30", "13:45"], true, 250_000],
    );
    assert.deepEqual(shown.firstDays, { until: "2027-01-31", perPayment: 1_000, perDay: 5_000.5 });

    assert.equal((await bursar(["bank", "rehearse", shown.id])).exitCode, 1);
    const test = await bursar(["bank", "test", shown.id]);
    assert.equal(test.exitCode, 0, test.errors);
    assert.match(
      test.output,
      /ok {6}uploadDirectory: .*\nok {6}downloadDirectory: .*\n.*\nThe connection works\. Nothing was sent\./,
    );
    assert.deepEqual(readdirSync(join(exchange, "outbox")), []);
    for (const [command, state] of [
      ["rehearse", "rehearsal"],
      ["go-live", "live"],
    ] as const)
      assert.match((await bursar(["bank", command, shown.id])).output, new RegExp(`is now in the state ${state}`));

    assert.equal(
      (await bursar(["bank", "change", shown.id, "--account", "Operating", "--account", "Payroll", "--no-first-days"]))
        .exitCode,
      0,
    );
    const [changed] = await list();
    assert.deepEqual(
      [changed?.accounts.length, changed?.firstDays, changed?.testedAt, changed?.state],
      [2, null, null, "live"],
    );
    const template = join(folder, "receipt.json");
    writeFileSync(
      template,
      JSON.stringify({
        name: "receipt",
        title: "The bank's receipt",
        kind: "text",
        titles: ["RECEIPT"],
        labels: { fileName: ["FILE"], status: ["RESULT"] },
        statusWords: { accepted: ["TAKEN"] },
        dates: "monthDayYear",
        amounts: "dollars",
      }),
    );
    const reading = ["readAs=*.ret=nacha,ack*.txt=acknowledgment", "notTolerated=shortLines", "fileNames=acme-*"];
    const sets = [...reading, "readingProfile=textOnly", `acknowledgmentTemplates=@${template}`];
    const change = await bursar(["bank", "change", shown.id, ...sets.flatMap((text) => ["--set", text])]);
    assert.equal(change.exitCode, 0, change.errors);
    const { settings } = (await list())[0] ?? assert.fail("the connection is there");
    assert.deepEqual(
      [settings["readAs"], settings["notTolerated"], settings["fileNames"], settings["readingProfile"]],
      [["*.ret=nacha", "ack*.txt=acknowledgment"], ["shortLines"], ["acme-*"], "textOnly"],
    );
    const [stored] = settings["acknowledgmentTemplates"] as readonly { readonly name: string }[];
    assert.equal(stored?.name, "receipt");
    writeFileSync(template, "{");
    const wrong = await bursar(["bank", "change", shown.id, "--set", `acknowledgmentTemplates=@${template}`]);
    assert.match(
      wrong.errors,
      /acknowledgmentTemplates: Enter values separated by commas, or @ and the name of a file/,
    );
    await bursar(["bank", "remove", shown.id]);
    assert.deepEqual(await list(), []);
  });

  it("names every option that is wrong, and adds nothing", async () => {
    const wrong = await bursar([
      "bank",
      "add",
      ...achOptions,
      "--set",
      "balanced=maybe",
      "--set",
      "colour=red",
      "--set",
      "folder=/x",
    ]);
    assert.equal(wrong.exitCode, 2);
    assert.match(wrong.errors, /balanced: Enter yes or no/);
    assert.match(wrong.errors, /colour: is not a setting\. Settings: folder, /);
    const key = await bursar([
      "bank",
      "add",
      ...achOptions.map((option) => (option === "folder" ? "sftp" : option)),
      "--set",
      "hostKeys=SHA256:…",
    ]);
    assert.match(key.errors, /hostKeys: entry 1 must match pattern/);
    assert.equal((await bursar(["bank", "add", "--rail", "ach"])).exitCode, 2);
    assert.match(
      (await bursar(["bank", "add", ...achOptions, "--secret", "password=/none/x", "--set", "folder=/x"])).errors,
      /cannot be read/,
    );
    assert.deepEqual(await list(), []);
  });

  it("asks a person for everything, explains it, and asks again after a mistake", async () => {
    const password = join(folder, "password");
    writeFileSync(password, "secret\n");
    const fingerprint = `SHA256:${"A".repeat(43)}`;
    const accept = (name: string, answer = ""): readonly [RegExp, string] => [
      new RegExp(`^${name.replaceAll(".", "\\.")}: .+\n> $`),
      answer,
    ];
    const added = await bursar(
      ["bank", "add", "--json"],
      [
        [/The rail: ach, check, wire/, "realtime"],
        [/The rail: ach, check, wire/, "realTime"],
        [/How files reach the bank: folder, sftp, simulated/, "sftp"],
        [/A name/, "First Example Bank, RTP"],
        [/The accounts/, "Payroll"],
        accept("host", "sftp.bank.example"),
        accept("port", "99999"),
        accept("port"),
        accept("user", "acme"),
        accept("hostKeys", fingerprint),
        accept("hostKeyType"),
        accept("uploadDirectory", "inbound"),
        accept("downloadDirectory", "outbound"),
        ...["temporaryPrefix", "temporarySuffix", "pollSeconds", "removeAfterReading", "timeoutSeconds"].map((name) =>
          accept(name),
        ),
        accept("network", "FedNow"),
        accept("message"),
        accept("debtorAgentRoutingNumber", "021000021"),
        accept("debtorName", "Acme, Inc."),
        accept("limit", "500000"),
        ...["queryAfterSeconds", "fileName"].map((name) => accept(name)),
        [/How to sign in/, "password"],
        [/The password/, "secret"],
        [/PGP/, ""],
        [/first days/, "no"],
      ],
    );
    assert.equal(added.exitCode, 0, added.errors);
    const [shown] = await list();
    assert.deepEqual(
      [shown?.place, shown?.settings["network"], shown?.settings["limit"]],
      ["acme@sftp.bank.example:22", "FedNow", 500_000],
    );
    assert.equal(added.output.includes("secret"), false);

    // A server that does not exist: the test says so, and changes nothing.
    await bursar([
      "bank",
      "change",
      shown?.id ?? "",
      "--set",
      "host=127.0.0.1",
      "--set",
      "port=1",
      "--secret",
      `password=${password}`,
    ]);
    const test = await bursar(["bank", "test", shown?.id ?? ""]);
    assert.equal(test.exitCode, 1);
    assert.match(
      test.output,
      /FAILED {2}connect: 127\.0\.0\.1:1 cannot be reached\nThe connection does not work yet\./,
    );
    assert.equal(existsSync(join(folder, "outbox")), false);
  });

  it("goes back a question, and keeps the answers, also after the service has refused them", async () => {
    const accept = (name: string, answer = "", shown = ""): readonly [RegExp, string] => [
      new RegExp(`^${name}: .+${shown}\n> $`),
      answer,
    ];
    const before = (await list()).length;
    const settings = [
      accept("pain001Version"),
      accept("initiatingPartyName", "Acme, Inc."),
      accept("initiatingPartyId"),
      accept("debtorName", "Acme, Inc."),
      accept("chargeBearer"),
      accept("fileName"),
      accept("answerMinutes"),
    ];
    const added = await bursar(
      ["bank", "add", "--rail", "wire", "--kind", "simulated"],
      [
        [/^A name for the connection\n> $/, "back"],
        [/^A name for the connection\n> $/, "First Example"],
        [/^The accounts/, "back"],
        [/^A name for the connection \[First Example\]\n> $/, "First Example Bank, wires"],
        [/^The accounts/, "Operating"],
        accept("pollSeconds", "30"),
        accept("removeAfterReading", "back"),
        accept("pollSeconds", "back", " \\[30\\]"),
        [/^The accounts.* \[Operating\]\n> $/, ""],
        accept("pollSeconds", "", " \\[30\\]"),
        accept("removeAfterReading"),
        // Its check digit is wrong, which the service finds.
        accept("debtorAgentRoutingNumber", "021000022"),
        accept("cutOff", "16:30"),
        ...settings,
        [/first days/, ""],
        accept("debtorAgentRoutingNumber", "021000021", " \\[021000022\\]"),
        accept("cutOff", "", " \\[16:30\\]"),
        ...settings.map(([question]) => [question, ""] as const),
        [/first days/, ""],
      ],
    );
    assert.equal(added.exitCode, 0, added.errors);
    assert.match(added.errors, /This is the first question\./);
    assert.match(
      added.errors,
      /railSettings\.debtorAgentRoutingNumber: .+\nNothing was added\. Your answers are kept\./,
    );
    const connections = await list();
    assert.equal(connections.length, before + 1);
    const shown = connections.find(({ name }) => name === "First Example Bank, wires");
    assert.deepEqual(
      [shown?.accounts[0]?.name, shown?.settings["cutOff"], shown?.settings["debtorName"]],
      ["Operating", "16:30", "Acme, Inc."],
    );
  });
});
