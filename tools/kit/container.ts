import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { extract } from "tar-stream";
import { canInstallPackages, installPackage } from "../../server/test/kit/databases/debian-package.ts";
import { digestOf } from "../image/file-tree.ts";

/** Runs an image from its OCI layout, as a container runtime does, without one: with bubblewrap. */
const BUBBLEWRAP = "/usr/bin/bwrap";
const ADVICE =
  "Tests of the container image need bubblewrap. Install it (Debian: apt-get install bubblewrap), and run this again.";

/** Installs bubblewrap where no consent is needed; otherwise returns the reason to skip. */
export function missingBubblewrap(): string | false {
  if (!existsSync(BUBBLEWRAP) && canInstallPackages()) installPackage("bubblewrap", ADVICE);
  return existsSync(BUBBLEWRAP) ? false : ADVICE;
}

interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface UnpackedImage {
  readonly root: string;
  readonly config: ImageConfig;
}

interface Unpacking {
  readonly architecture: string;
  /** Called with every entry of the layers' archives. */
  readonly each?: (entry: { readonly name: string; readonly type: string; readonly mode: number }) => void;
}

/** Reads the layout as any other program would: every content is compared with the digest that names it. */
export async function unpackImage(
  layout: string,
  { architecture, each = () => undefined }: Unpacking,
): Promise<UnpackedImage> {
  const blob = (digest: string): Buffer => {
    const content = readFileSync(join(layout, "blobs", digest.replace(":", "/")));
    if (digestOf(content) !== digest) throw new Error(`The content of ${digest} is different`);
    return content;
  };
  const json = (digest: string) => JSON.parse(blob(digest).toString());
  const [image] = JSON.parse(readFileSync(join(layout, "index.json"), "utf8")).manifests;
  const ours = json(image.digest).manifests.find(
    ({ platform }: { readonly platform: { readonly architecture: string } }) => platform.architecture === architecture,
  );
  const manifest = json(ours.digest);
  const { config, rootfs } = json(manifest.config.digest);
  const root = mkdtempSync(join(tmpdir(), "bursar-image-"));
  chmodSync(root, 0o755);
  for (const [position, { digest }] of manifest.layers.entries()) {
    const archive = gunzipSync(blob(digest));
    if (digestOf(archive) !== rootfs.diff_ids[position]) throw new Error(`The layer ${digest} is another one`);
    await unpackLayer(archive, root, each);
  }
  return { root, config };
}

async function unpackLayer(archive: Buffer, root: string, each: Unpacking["each"]): Promise<void> {
  const entries = extract();
  Readable.from([archive]).pipe(entries);
  for await (const entry of entries) {
    const { name, type, mode = 0, linkname } = entry.header;
    const path = join(root, name);
    each?.({ name, type: type ?? "file", mode });
    mkdirSync(dirname(path), { recursive: true });
    if (type === "directory") mkdirSync(path, { recursive: true, mode });
    else if (type === "symlink") symlinkSync(linkname ?? "", path);
    else writeFileSync(path, await buffer(entry), { mode });
    entry.resume();
  }
}

export interface ContainerOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** Instead of the image's own. */
  readonly command?: readonly string[];
  /** Folders and files of this machine by their path in the container; those at /data can be written. */
  readonly mounts: Readonly<Record<string, string>>;
}

/**
 * The command line that runs the image's program with a root that cannot be written, as the image's user, without
 * capabilities, in its own namespaces of processes. It shares the network, to be reached on the loopback interface.
 */
function containerCommand(
  { root, config }: UnpackedImage,
  { environment, command = config.Cmd, mounts }: ContainerOptions,
  program: readonly string[] = [...config.Entrypoint, ...command],
): readonly [program: string, args: readonly string[]] {
  const [uid = "", gid = ""] = config.User.split(":");
  const variables = new Map(config.Env.map((entry) => [entry.replace(/=.*/s, ""), entry.replace(/^.*?=/s, "")]));
  for (const [name, value] of Object.entries(environment)) variables.set(name, value);
  const namespaces = ["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--as-pid-1"];
  const system = ["--ro-bind", root, "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run"];
  const mounted = Object.entries(mounts).flatMap(([to, from]) => [to === "/data" ? "--bind" : "--ro-bind", from, to]);
  const set = [...variables].flatMap(([name, value]) => ["--setenv", name, value]);
  const start = ["--clearenv", ...set, "--chdir", config.WorkingDir, "--die-with-parent", "--info-fd", "3"];
  const isolation = [...namespaces, ...system, ...mounted, ...start];
  // Without root, the user exists only inside; with it, there really is another one.
  if (process.getuid?.() !== 0)
    return [BUBBLEWRAP, ["--unshare-user", "--uid", uid, "--gid", gid, ...isolation, ...program]];
  const asUser = ["--reuid", uid, "--regid", gid, "--clear-groups", BUBBLEWRAP];
  return ["setpriv", [...asUser, ...isolation, ...program]];
}

export interface Container {
  readonly process: ChildProcess;
  /** What it printed so far. */
  output(): string;
  /** Sends a signal to its first process, and waits for the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the image's program. */
export function startContainer(image: UnpackedImage, options: ContainerOptions): Container {
  const [program, args] = containerCommand(image, options);
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  const exited = once(child, "close");
  const info = text(child.stdio[3] as Readable);
  return {
    process: child,
    output: () => output,
    stop: async (signal = "SIGTERM") => {
      const pid = JSON.parse(await info)["child-pid"];
      if (child.exitCode === null) process.kill(pid, signal);
      const [code] = await exited;
      return code;
    },
  };
}

/** Runs the image's program to its end. */
export function runContainer(
  image: UnpackedImage,
  options: ContainerOptions,
): { readonly code: number; readonly output: string } {
  const [program, args] = containerCommand(image, options);
  return runToEnd(program, args);
}

/** Runs the image's health check. */
export function checkHealth(image: UnpackedImage, options: ContainerOptions): number {
  const [, ...check] = image.config.Healthcheck.Test;
  const [program, args] = containerCommand(image, options, check);
  return runToEnd(program, args).code;
}

function runToEnd(program: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  return { code: status ?? -1, output: stdout + stderr };
}
