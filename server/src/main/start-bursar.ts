import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PACKAGE_FOLDER } from "#kernel/process/package-folder.ts";

/** The line that `bursar serve --ephemeral` prints when it is ready. */
export interface Ready {
  /** Of the API, for example `http://127.0.0.1:43210/api/v1`. */
  readonly baseUrl: string;
  readonly tokens: { readonly readOnly: string; readonly readWrite: string; readonly requestOnly: string };
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly kind: string }[];
  readonly recipients: readonly { readonly id: string; readonly name: string; readonly methods: readonly string[] }[];
  readonly pid: number;
}

export interface StartOptions {
  /** With `virtual`, time moves only through `POST /sandbox/clock/advance`; `system` by default. */
  readonly clock?: "system" | "virtual";
}

/** A service for tests, with the demo organization. */
export interface Bursar extends Ready {
  /** Stops it; everything that it has stored is gone. */
  stop(): Promise<void>;
}

/** Starts a sandbox in a process of its own, which ends with this process at the latest. Takes a few seconds. */
export async function startBursar({ clock = "system" }: StartOptions = {}): Promise<Bursar> {
  const child = spawn(
    process.execPath,
    [join(PACKAGE_FOLDER, "bin/bursar.mjs"), "serve", "--ephemeral", "--clock", clock],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, BURSAR_ENDS_WITH_PARENT: "1" },
    },
  );
  const ended = once(child, "close");
  const ready = await firstLine(child);
  return {
    // Written by the same version of the service.
    ...(JSON.parse(ready) as Ready),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Throws with what the process has said if it ends before. */
async function firstLine(child: ChildProcess): Promise<string> {
  const errorOutput: string[] = [];
  child.stderr?.on("data", (text: Buffer) => errorOutput.push(text.toString()));
  if (child.stdout === null) throw new Error("The process's output is a pipe");
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`Bursar did not start: ${errorOutput.join("").trim()}`);
}
