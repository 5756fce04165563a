import { lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { run } from "./child-process.ts";
import { REPOSITORY } from "./machine.ts";

export interface Checkout {
  readonly root: string;
  remove(): Promise<void>;
}

const git = (...args: string[]) => run("git", ["-C", REPOSITORY, ...args]);

/** Another commit of this repository in a temporary worktree, with the packages installed here, and its own of `packages/`. */
export async function checkOut(ref: string, folder: string): Promise<Checkout> {
  const root = join(folder, "against");
  await git("worktree", "add", "--detach", root, ref);
  symlinkSync(join(REPOSITORY, "server/node_modules"), join(root, "server/node_modules"));
  mkdirSync(join(root, "node_modules"));
  for (const name of readdirSync(join(REPOSITORY, "node_modules"))) {
    const installed = join(REPOSITORY, "node_modules", name);
    // npm links the workspaces by relative paths, which lead to the worktree's own from there.
    const isWorkspace = lstatSync(installed).isSymbolicLink();
    symlinkSync(isWorkspace ? readlinkSync(installed) : installed, join(root, "node_modules", name));
  }
  return { root, remove: async () => void (await git("worktree", "remove", "--force", root)) };
}
