import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

// A separate repository, whose program does what its first argument says.
const PROGRAM = `
import { writeSync } from "node:fs";
const what = process.argv[2];
if (what === "exit") process.exit(Number(process.argv[3]));
if (what === "print") console.log(JSON.stringify(process.argv.slice(2)));
if (what === "serve") {
  let asked = 0;
  const stop = () => {
    asked += 1;
    console.log("asked " + asked);
    // Long enough for a second signal to arrive, as the service finishes what it accepted.
    if (asked === 1) setTimeout(() => process.exit(0), 400);
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  setInterval(() => undefined, 1000);
  console.log("ready " + process.pid);
}
if (what === "grace") {
  // As close-with-grace does: it listens once, and again after it has begun to stop, with a long gap between.
  process.once("SIGINT", () => {
    writeSync(1, "asked 1");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    process.on("SIGINT", () => process.exit(1));
    setTimeout(() => process.exit(0), 400);
  });
  setInterval(() => undefined, 1000);
  console.log("ready " + process.pid);
}
if (what === "forgetful") {
  const act = () => undefined;
  process.on("SIGINT", act);
  process.off("SIGINT", act);
  setInterval(() => undefined, 1000);
  console.log("ready " + process.pid);
}
if (what === "stubborn") {
  setInterval(() => undefined, 1000);
  console.log("ready " + process.pid);
}`;
const launcher = (keepWatching: boolean) => `
import { runTypeScript } from "./runtime.mjs";
runTypeScript("main.ts", process.argv.slice(2), { keepWatching: ${keepWatching} });`;

let root: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), "bursar-runtime-"));
  await mkdir(join(root, "tools/launcher"), { recursive: true });
  await writeFile(join(root, "package.json"), '{ "type": "module" }');
  await writeFile(join(root, "main.ts"), PROGRAM);
  for (const name of ["runtime.mjs", "program.mjs", "launched.mjs", "orphaned.mjs"])
    await cp(join(import.meta.dirname, name), join(root, "tools/launcher", name));
  await writeFile(join(root, "tools/launcher/become.mjs"), launcher(false));
  await writeFile(join(root, "tools/launcher/stand-in-front.mjs"), launcher(true));
});
after(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  output(): string;
}

const start = (file: string, ...args: readonly string[]): Started =>
  startProgram(process.execPath, [join(root, "tools/launcher", file), ...args]);

function startProgram(program: string, args: readonly string[]): Started {
  // As under npm, which sets this for its scripts.
  const child = spawn(program, args, { env: { ...process.env, npm_lifecycle_event: "start" } });
  const printed: string[] = [];
  child.stdout.on("data", (text) => printed.push(String(text)));
  child.stderr.on("data", (text) => printed.push(String(text)));
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal }));
  return { child, ended, output: () => printed.join("") };
}

async function printed({ output }: Started, text: RegExp): Promise<RegExpExecArray> {
  for (let attempt = 0; attempt < 3000; attempt += 1) {
    const found = text.exec(output());
    if (found) return found;
    await sleep(10);
  }
  assert.fail(`the program never printed ${text}:\n${output()}`);
}

/** The program's process ID, once it runs. */
const ready = async (run: Started): Promise<number> => Number((await printed(run, /ready (\d+)\n/))[1]);

async function untilGone(pid: number): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(50);
  }
  process.kill(pid, "SIGKILL");
  assert.fail(`process ${pid} is still running`);
}

for (const file of ["become.mjs", "stand-in-front.mjs"]) {
  describe(`the launcher in ${file}`, { concurrency: true }, () => {
    it("passes the arguments unchanged", async () => {
      const run = start(file, "print", "a b", "--json", "");
      assert.deepEqual(await run.ended, { code: 0, signal: null });
      assert.deepEqual(JSON.parse(run.output()), ["print", "a b", "--json", ""]);
    });

    it("exits with the program's exit code", async () => {
      assert.deepEqual(await start(file, "exit", "2").ended, { code: 2, signal: null });
    });

    it("allows the program to shut down cleanly on a signal, and exits with 0 like the program", async () => {
      const run = start(file, "serve");
      await ready(run);
      run.child.kill("SIGTERM");
      assert.deepEqual(await run.ended, { code: 0, signal: null });
      assert.match(run.output(), /asked 1/);
    });

    it("passes one signal for a Ctrl-C that arrives from the terminal, from npm, and from itself", async () => {
      const run = start(file, "serve");
      const pid = await ready(run);
      process.kill(pid, "SIGINT");
      run.child.kill("SIGINT");
      await sleep(100);
      run.child.kill("SIGINT");
      assert.deepEqual(await run.ended, { code: 0, signal: null });
      assert.doesNotMatch(run.output(), /asked 2/);
    });

    it("passes one signal to a program that listens once, too", async () => {
      const run = start(file, "grace");
      const pid = await ready(run);
      run.child.kill("SIGINT");
      await printed(run, /asked 1/);
      process.kill(pid, "SIGINT");
      assert.deepEqual(await run.ended, { code: 0, signal: null });
    });

    it("keeps the signal's default action for a program that no longer listens", async () => {
      const run = start(file, "forgetful");
      await ready(run);
      run.child.kill("SIGINT");
      assert.deepEqual(await run.ended, { code: null, signal: "SIGINT" });
    });

    it("exits by the signal that ended the program, so that npm does not report an error", async () => {
      const run = start(file, "stubborn");
      await ready(run);
      run.child.kill("SIGTERM");
      assert.deepEqual(await run.ended, { code: null, signal: "SIGTERM" });
    });
  });
}

describe("the Node.js that npm installs", () => {
  // A machine whose Node.js is too old, and on it a packaged one that prints its program.
  const PACKAGED = '#!/bin/sh\nshift\necho "packaged $@"\n';
  const digest = createHash("sha256").update(PACKAGED).digest("hex");
  let machine: string;
  before(async () => {
    machine = await mkdtemp(join(tmpdir(), "bursar-old-node-"));
    const source = await readFile(join(import.meta.dirname, "program.mjs"), "utf8");
    const platform = `${process.platform}-${process.arch}`;
    const entry = new RegExp(`("${platform}": \\{\\s+name: ")[^"]+(",\\s+file: ")[^"]+(",\\s+sha256: ")\\w{64}"`);
    assert.match(source, entry, "there is one for the platform of the tests");
    await mkdir(join(machine, "node_modules/packaged/bin"), { recursive: true });
    await writeFile(join(machine, "node_modules/packaged/package.json"), "{}");
    await writeFile(join(machine, "node_modules/packaged/bin/node"), PACKAGED, { mode: 0o755 });
    await mkdir(join(machine, "node_modules/bursar/bin"), { recursive: true });
    const inPackage = (name: string) => join(machine, "node_modules/bursar/bin", name);
    await writeFile(
      inPackage("program.mjs"),
      source.replace(/OLDEST_NODE = \d+/, "OLDEST_NODE = 1000").replace(entry, `$1packaged$2bin/node$3${digest}"`),
    );
    for (const [from, to] of [
      ["installed.mjs", "bursar.mjs"],
      ["launched.mjs", "launched.mjs"],
      ["orphaned.mjs", "orphaned.mjs"],
    ] as const)
      await cp(join(import.meta.dirname, from), inPackage(to));
  });
  after(() => rm(machine, { recursive: true, force: true, maxRetries: 5 }));
  const runBursar = () => startProgram(process.execPath, [join(machine, "node_modules/bursar/bin/bursar.mjs"), "pay"]);

  it("runs the installed command where the machine's own is too old", async () => {
    const run = runBursar();
    assert.deepEqual(await run.ended, { code: 0, signal: null });
    assert.match(run.output(), /^packaged --enable-source-maps .*\/bursar\/dist\/main\.js pay\n$/);
  });

  it("is not run if its digest is another, also after it was found right", async () => {
    await writeFile(join(machine, "node_modules/packaged/bin/node"), `${PACKAGED}# changed\n`, { mode: 0o755 });
    const run = runBursar();
    assert.deepEqual(await run.ended, { code: 1, signal: null });
    assert.match(run.output(), /^\S+ is not the Node\.js with which this version was released\. /);
  });
});

describe("an orphaned program", { concurrency: true }, () => {
  it("exits if its launcher was killed", async () => {
    const run = start("stand-in-front.mjs", "serve");
    const pid = await ready(run);
    run.child.kill("SIGKILL");
    await untilGone(pid);
  });

  for (const file of ["become.mjs", "stand-in-front.mjs"])
    it(`receives a signal if its shell exited (${file})`, async () => {
      // Not the shell's last command, so that the shell remains as its parent, as under npm.
      const run = startProgram("/bin/sh", [
        "-c",
        `"$0" "$1" serve; true`,
        process.execPath,
        join(root, "tools/launcher", file),
      ]);
      const pid = await ready(run);
      run.child.kill("SIGTERM");
      await untilGone(pid);
      assert.match(run.output(), /asked 1/);
    });
});
