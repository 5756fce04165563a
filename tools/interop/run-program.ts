import { spawn, spawnSync } from "node:child_process";

/** Runs a program in the folder to its end; returns its output, and throws with all of it if the program fails. */
export const run = (folder: string, program: string, ...args: string[]): string =>
  runWith({}, folder, program, ...args);

/** With more variables in the environment. */
export function runWith(
  environment: Readonly<Record<string, string>>,
  folder: string,
  program: string,
  ...args: string[]
): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...environment },
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}\n${error?.message ?? ""}${stdout}${stderr}`);
  return stdout;
}

/** As `run`, while this process reads the output of others, such as a service that it has started. */
export const talk = (
  folder: string,
  [program, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Promise<string> =>
  new Promise<string>((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ${args.join(" ")}\n${output}`)),
    );
  });

export const isInstalled = (program: string): boolean => spawnSync("which", [program]).status === 0;
