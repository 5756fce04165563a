import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { eventually } from "../../server/test/kit/service/eventually.ts";

/** Makes a folder in another process, which prints its path and ends as the code says. */
async function madeBy(environment: Readonly<Record<string, string>>, end: string): Promise<string> {
  const program = `
    const { folderInMemory } = await import("${new URL("memory-folder.ts", import.meta.url)}");
    const folder = folderInMemory();
    process.stdout.write(folder?.path ?? "", () => { ${end} });`;
  const { TMPDIR: _, ...usual } = process.env;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    env: { ...usual, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [path] = await Promise.all([text(child.stdout), once(child, "close")]);
  return path;
}

describe("the folder for everything temporary", () => {
  it("is gone at the end, even if the process that made it was killed", async (t) => {
    const removed = await madeBy({}, "folder?.remove()");
    if (removed === "") return t.skip("this machine keeps no folder in memory, or not enough");
    assert.ok(!existsSync(removed));
    const killed = await madeBy({}, `process.kill(process.pid, "SIGKILL")`);
    assert.match(killed, /^\/dev\/shm\/bursar-/);
    await eventually("its remover removes it", () => !existsSync(killed));
  });

  it("is where TMPDIR says", async () => {
    assert.equal(await madeBy({ TMPDIR: "/tmp" }, "folder?.remove()"), "");
  });
});
