import { spawn, spawnSync } from "node:child_process";

/** Runs a program in the folder to its end; returns its output, and throws with all of it if the program fails. */
export function run(folder: string, program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}\n${error?.message ?? ""}${stdout}${stderr}`);
  return stdout;
}

/** The same while this process reads the output of a service that is its child. */
export const talk = (folder: string, [program, ...args]: readonly [string, ...string[]], env: NodeJS.ProcessEnv) =>
  new Promise<string>((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...env } });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });

export const isInstalled = (program: string): boolean => spawnSync("which", [program]).status === 0;
