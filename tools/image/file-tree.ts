import { createHash } from "node:crypto";
import { globSync, lstatSync, readFileSync, readlinkSync } from "node:fs";
import { posix } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "fflate";
import { pack } from "tar-stream";

/** What is at a path of the image. Owners are numbers: the image has no names for them. */
export interface TreeEntry {
  readonly kind: "file" | "folder" | "link";
  readonly mode: number;
  /** User and group; root by default. */
  readonly owner?: number;
  readonly content?: Buffer;
  /** Of a link. */
  readonly target?: string;
}

/** Entries by their path, without a slash at its start. */
export type FileTree = Map<string, TreeEntry>;

const EXECUTABLE = 0o111;
/** fflate's default. */
const LEVEL = 6;

export const folder = (mode = 0o755, owner = 0): TreeEntry => ({ kind: "folder", mode, owner });
export const link = (target: string): TreeEntry => ({ kind: "link", mode: 0o777, target });
export const file = (content: string | Buffer, mode = 0o644): TreeEntry => ({
  kind: "file",
  mode,
  content: Buffer.from(content),
});

/** Adds what the patterns find in a folder of this machine, readable by everyone. */
export function addFiles(tree: FileTree, from: string, to: string, patterns: readonly string[]): void {
  for (const name of globSync([...patterns], { cwd: from })) {
    const path = posix.join(from, name);
    const status = lstatSync(path);
    if (status.isSymbolicLink()) tree.set(posix.join(to, name), link(readlinkSync(path)));
    else if (status.isFile())
      tree.set(posix.join(to, name), file(readFileSync(path), status.mode & EXECUTABLE ? 0o755 : 0o644));
  }
}

/** A layer of an image: its archive, compressed, and what names each. */
export interface Layer {
  readonly blob: Buffer;
  readonly digest: string;
  /** Of the archive before it was compressed. */
  readonly diffId: string;
}

export const digestOf = (content: Buffer | string): string =>
  `sha256:${createHash("sha256").update(content).digest("hex")}`;

/**
 * The tree as an archive that depends on nothing else: sorted, without times and names of users. Compressed by fflate,
 * because zlib's output depends on the processor.
 */
export async function layerOf(tree: FileTree): Promise<Layer> {
  const archive = pack();
  const written = buffer(archive);
  for (const [name, { kind, mode, owner = 0, content, target }] of [...withParents(tree)].sort(byPath)) {
    const common = { name, mode, uid: owner, gid: owner, mtime: new Date(0) };
    if (kind === "file") archive.entry(common, content);
    else if (kind === "folder") archive.entry({ ...common, type: "directory" });
    else archive.entry({ ...common, type: "symlink", linkname: target ?? "" });
  }
  archive.finalize();
  const content = await written;
  const blob = Buffer.from(gzipSync(content, { level: LEVEL, mtime: 0 }));
  return { blob, digest: digestOf(blob), diffId: digestOf(content) };
}

/** By bytes, so that it is the same in every language. A folder comes before what is in it. */
const byPath = ([a]: readonly [string, TreeEntry], [b]: readonly [string, TreeEntry]): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

function withParents(tree: FileTree): FileTree {
  const complete = new Map(tree);
  for (const path of tree.keys()) {
    for (let parent = posix.dirname(path); parent !== "."; parent = posix.dirname(parent))
      if (!complete.has(parent)) complete.set(parent, folder());
  }
  return complete;
}
