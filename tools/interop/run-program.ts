import { spawnSync } from "node:child_process";

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

export const isInstalled = (program: string): boolean => spawnSync("which", [program]).status === 0;
