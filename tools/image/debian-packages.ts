import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { extract } from "tar-stream";
import { type FileTree, file, link } from "./file-tree.ts";

/**
 * The packages of Debian whose libraries Node.js needs, pinned by digest in deploy/image/debian-packages.json. apt fetches
 * them and dpkg opens them, so an image is built on Debian or Ubuntu, for any architecture.
 */
export const ARCHITECTURES = ["amd64", "arm64"] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

interface PackageFile {
  readonly version: string;
  /** Below a mirror, such as `debian/pool/main/g/glibc/libc6_2.41-12_amd64.deb`. */
  readonly path: string;
  readonly sha256: string;
}

export interface PinnedPackages {
  /** Where the files are found when mirrors have newer ones: an instant of snapshot.debian.org. */
  readonly snapshot: string;
  readonly packages: Readonly<Record<string, Readonly<Record<Architecture, PackageFile>>>>;
}

const ROOT = join(import.meta.dirname, "../..");
export const PINS = join(ROOT, "deploy/image/debian-packages.json");
const CACHE = join(ROOT, "node_modules/.cache/debian-packages");

const SUITE = "trixie";
const SOURCES = [`debian ${SUITE}`, `debian ${SUITE}-updates`, `debian-security ${SUITE}-security`].map((source) =>
  source.split(" "),
);
const MIRROR = "http://deb.debian.org";
const APT_HELPER = "/usr/lib/apt/apt-helper";

/** What the binary links to (libatomic1 to libstdc++6), and base-files for the name of the distribution. */
const NAMES = ["base-files", "gcc-14-base", "libatomic1", "libc6", "libgcc-s1", "libstdc++6"];

/** What of a package is in the image: libraries, the distribution's name, and licenses. */
const INCLUDED =
  /^(?:usr\/lib\/[^/]+-linux-gnu\/[^/]+\.so(?:\.[\d.]+)?|usr\/lib(?:64)?\/ld-linux-[^/]+|usr\/lib\/os-release|etc\/debian_version|usr\/share\/doc\/[^/]+(?:\/copyright)?)$/;

/** For `skip`: the reason, where Debian's packages cannot be fetched and opened. */
export const missingDebianTools = (): string | false =>
  existsSync(APT_HELPER) && existsSync("/usr/bin/dpkg-deb")
    ? false
    : "The container image is built with apt and dpkg, on Debian or Ubuntu.";

export const readPins = (): PinnedPackages => JSON.parse(readFileSync(PINS, "utf8"));

/** The packages that Debian's mirrors have now, verified with the keys of Debian's archive. */
export function resolvePackages(): PinnedPackages {
  const found = ARCHITECTURES.map((architecture) => [architecture, resolveFor(architecture)] as const);
  const snapshot = `${new Date().toISOString().slice(0, 10).replaceAll("-", "")}T000000Z`;
  const packages = NAMES.map((name) => {
    const files = found.map(([architecture, lines]) => [architecture, fileOf(name, lines)]);
    return [name, Object.fromEntries(files)];
  });
  return { snapshot, packages: Object.fromEntries(packages) };
}

/** apt's lines `'uri' file size SHA256:digest`, from lists of its own: neither the machine's sources nor its packages. */
function resolveFor(architecture: Architecture): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), "bursar-apt-"));
  try {
    for (const name of ["state/lists/partial", "cache/archives/partial"])
      mkdirSync(join(root, name), { recursive: true });
    const sources = SOURCES.map(
      ([archive, suite]) =>
        `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${MIRROR}/${archive} ${suite} main\n`,
    );
    writeFileSync(join(root, "sources.list"), sources.join(""));
    writeFileSync(join(root, "status"), "");
    const options = {
      "Dir::State": join(root, "state"),
      "Dir::State::status": join(root, "status"),
      "Dir::Cache": join(root, "cache"),
      "Dir::Etc::sourcelist": join(root, "sources.list"),
      "Dir::Etc::sourceparts": "-",
      "APT::Architecture": architecture,
      "APT::Architectures": architecture,
      "APT::Sandbox::User": "root",
    };
    const flags = Object.entries(options).map(([name, value]) => `--option=${name}=${value}`);
    const apt = (...args: readonly string[]) =>
      execFileSync("apt-get", [...flags, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
    apt("--quiet=2", "update");
    return apt("--quiet=2", "--print-uris", "download", ...NAMES)
      .trim()
      .split("\n");
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function fileOf(name: string, lines: readonly string[]): PackageFile {
  for (const line of lines) {
    const [, path, version, sha256] =
      new RegExp(`^'${MIRROR}/(\\S+)' ${name.replaceAll("+", "\\+")}_(\\S+)_\\w+\\.deb \\d+ SHA256:(\\w{64})$`).exec(
        line,
      ) ?? [];
    if (path !== undefined && version !== undefined && sha256 !== undefined) return { version, path, sha256 };
  }
  throw new Error(`apt names no file for ${name}`);
}

/** Fetches the file unless it is in the cache, and returns where it is. */
function fetchPackage({ path, sha256 }: PackageFile, snapshot: string): string {
  const cached = join(CACHE, `${sha256}.deb`);
  if (existsSync(cached) && createHash("sha256").update(readFileSync(cached)).digest("hex") === sha256) return cached;
  mkdirSync(CACHE, { recursive: true });
  const [archive = "", ...rest] = path.split("/");
  const addresses = [
    `${MIRROR}/${path}`,
    `http://snapshot.debian.org/archive/${archive}/${snapshot}/${rest.join("/")}`,
  ];
  const problems: string[] = [];
  for (const address of addresses) {
    try {
      // apt-helper compares the digest, and uses the machine's settings for proxies and mirrors.
      execFileSync(APT_HELPER, ["download-file", address, `${cached}.part`, `SHA256:${sha256}`], { stdio: "pipe" });
      renameSync(`${cached}.part`, cached);
      return cached;
    } catch (error) {
      problems.push(`${address}: ${error instanceof Error ? error.message.trim() : String(error)}`);
    }
  }
  throw new Error(`${basename(path)} cannot be fetched.\n${problems.join("\n")}`);
}

/**
 * The pinned packages, for tests: those that Debian has now if mirrors no longer have the pinned files and this machine
 * does not reach the archive of older ones.
 */
export function availablePackages(): PinnedPackages {
  const pinned = readPins();
  try {
    for (const files of Object.values(pinned.packages))
      for (const architecture of ARCHITECTURES) fetchPackage(files[architecture], pinned.snapshot);
    return pinned;
  } catch (error) {
    process.stderr.write(`${String(error)}\nThe image is tested with the packages that Debian has now.\n`);
    return resolvePackages();
  }
}

/** Adds the libraries of one architecture, and what scanners read to know which packages they are from. */
export async function addPackages(
  tree: FileTree,
  { snapshot, packages }: PinnedPackages,
  architecture: Architecture,
): Promise<void> {
  for (const [name, files] of Object.entries(packages)) {
    const path = fetchPackage(files[architecture], snapshot);
    const archive = execFileSync("dpkg-deb", ["--fsys-tarfile", path], { maxBuffer: 2 ** 30 });
    const entries = extract();
    Readable.from([archive]).pipe(entries);
    for await (const entry of entries) {
      const { name: given, type, mode = 0o644, linkname } = entry.header;
      const at = given.replace(/^\.\//, "");
      const content = await buffer(entry);
      if (!INCLUDED.test(at)) continue;
      if (type === "file") tree.set(at, file(content, mode));
      if (type === "symlink") tree.set(at, link(linkname ?? ""));
    }
    tree.set(`var/lib/dpkg/status.d/${name}`, file(execFileSync("dpkg-deb", ["--field", path])));
  }
}
