import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { run } from "./child-process.ts";
import { REPOSITORY } from "./machine.ts";

export interface Checkout {
  readonly root: string;
  remove(): Promise<void>;
}

const git = (...args: string[]) => run("git", ["-C", REPOSITORY, ...args]);

/** Another commit of this repository in a temporary worktree, with the packages installed here. */
export async function checkOut(ref: string, folder: string): Promise<Checkout> {
  const root = join(folder, "against");
  await git("worktree", "add", "--detach", root, ref);
  for (const packages of ["node_modules", "server/node_modules"])
    symlinkSync(join(REPOSITORY, packages), join(root, packages));
  return { root, remove: async () => void (await git("worktree", "remove", "--force", root)) };
}
