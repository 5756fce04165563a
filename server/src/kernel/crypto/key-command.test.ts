import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError, readConfig } from "../process/config.ts";
import { KeyCommandFailed, type KeyCommandOptions, runKeyCommand } from "./key-command.ts";

const KEY = randomBytes(32).toString("base64");
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "bursar-key-command-"));
});
after(() => rm(folder, { recursive: true }));

/** A program, as an operator may write one. */
async function program(script: string): Promise<string> {
  const path = join(folder, `program-${randomBytes(4).toString("hex")}`);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o700);
  return path;
}

const refusalOf = async (words: readonly string[], options?: KeyCommandOptions): Promise<string> => {
  const error: unknown = await runKeyCommand(words, options).then(
    () => assert.fail("it printed a key"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof KeyCommandFailed);
  return error.message;
};

describe("a command that prints the master key", () => {
  it("gets its arguments as they are, and credentials of its own, but no secret of the service", async () => {
    const path = await program('echo "$1"; env > "$0.env"');
    const environment = { PATH: "/usr/bin:/bin", VAULT_TOKEN: "its own", DATABASE_URL: "postgres://u:secret@h/d" };
    assert.equal(await runKeyCommand([path, "$(id) 'a b'"], { environment }), "$(id) 'a b'\n");
    const given = await readFile(`${path}.env`, "utf8");
    assert.match(given, /^VAULT_TOKEN=its own$/m);
    assert.doesNotMatch(given, /secret/);
  });

  it("is quoted if it fails, by its last words, without anything that could be a key", async () => {
    const other = randomBytes(32).toString("hex");
    const path = await program(
      `echo ${KEY}; echo "read ${KEY}, not ${other}" >&2; printf 'access \\033[31mdenied.\\n' >&2; exit 3`,
    );
    const message = await refusalOf([path]);
    assert.ok(message.endsWith(" ended with exit code 3 and wrote: read […], not […] access [31mdenied."), message);
    const long = await refusalOf([
      await program("head -c 100000 /dev/zero | tr '\\0' 'x' >&2; echo ' at last' >&2; exit 1"),
    ]);
    assert.ok(long.length < 800 && long.endsWith("at last."), long);
  });

  it("fails if it prints nothing, or too much, or cannot be run", async () => {
    assert.match(await refusalOf([await program("exit 0")]), /printed nothing/);
    assert.match(await refusalOf([await program("cat /dev/zero")]), /printed more than 16384 bytes/);
    assert.match(await refusalOf([join(folder, "missing")]), /cannot be run \(ENOENT\)/);
  });

  it("is stopped with what it has started when it does not end, and nobody can answer its questions", async () => {
    const path = await program('read -r answer; sleep 1000 & echo $! > "$0.pid"; wait');
    assert.match(await refusalOf([path], { timeoutMs: 500 }), /did not end within 0.5 seconds/);
    const pid = Number(await readFile(`${path}.pid`, "utf8"));
    for (let attempt = 0; attempt < 200 && (await isRunning(pid)); attempt += 1) await sleep(20);
    assert.equal(await isRunning(pid), false);
  });
});

/** A process that was killed and not yet waited for is no longer running. */
const isRunning = (pid: number): Promise<boolean> =>
  readFile(`/proc/${pid}/stat`, "utf8").then(
    (text) => !/\) Z /.test(text),
    () => false,
  );

describe("the setting", () => {
  const commandOf = (text: string) => readConfig({ BURSAR_MASTER_KEY_COMMAND: text }).masterKeyCommand;
  const problemOf = (environment: Record<string, string>): string => {
    try {
      readConfig(environment);
    } catch (error) {
      assert.ok(error instanceof ConfigError);
      return error.message;
    }
    return assert.fail("it was accepted");
  };

  it("is words separated by spaces, or a JSON array", () => {
    assert.deepEqual(commandOf("/usr/bin/age  --decrypt /etc/key.age"), ["/usr/bin/age", "--decrypt", "/etc/key.age"]);
    assert.deepEqual(commandOf('["/opt/my kms", "a b", "$x"]'), ["/opt/my kms", "a b", "$x"]);
  });

  it("is refused without repeating it where a shell would be needed, or a path would depend on the folder", () => {
    for (const [text, problem] of [
      ["/bin/cat key | base64 -d", /is not run by a shell/],
      ["/bin/cat $HOME/key", /is not run by a shell/],
      ['["/bin/cat", 7]', /must be a JSON array/],
      ['["/bin/cat"', /must be a JSON array/],
      ["[]", /absolute path/],
      ["aws kms decrypt --secret hidden", /absolute path/],
    ] as const) {
      const message = problemOf({ BURSAR_MASTER_KEY_COMMAND: text });
      assert.match(message, problem);
      assert.doesNotMatch(message, /hidden|HOME|base64/);
    }
    const both = problemOf({ BURSAR_MASTER_KEY_COMMAND: "/bin/cat key", BURSAR_MASTER_KEY_FILE: "/dev/null" });
    assert.equal(both, "BURSAR_MASTER_KEY_COMMAND and BURSAR_MASTER_KEY_FILE are both set: unset one");
  });

  it("is enough for production", () => {
    const environment = { BURSAR_MODE: "production", DATABASE_URL: "postgres://h/d", PUBLIC_URL: "https://h" };
    assert.match(problemOf(environment), /BURSAR_MASTER_KEY_COMMAND/);
    assert.ok(readConfig({ ...environment, BURSAR_MASTER_KEY_COMMAND: "/bin/cat key" }));
  });
});
