import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PinnedPackages } from "../image/debian-packages.ts";

/** Bills of materials in CycloneDX: what npm says about each library that the package really contains. */
export interface Component {
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly [field: string]: unknown;
}

interface BillOfMaterials {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly components: readonly Component[];
  readonly [field: string]: unknown;
}

const ROOT = join(import.meta.dirname, "../..");
/** How the two files of licenses begin each library: `fastify 5.12.8, MIT` and `## react - 19.2.0 (MIT)`. */
const OF_SERVICE = /^((?:@[\w.-]+\/)?[\w.-]+) (\d+\.\d+\.\d\S*), \S/gm;
const OF_DASHBOARD = /^## (\S+) - (\S+) \(/gm;

const npmPurl = (name: string, version: string): string => `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** The libraries in the built package, as `name@version`. */
export function librariesOf(folder: string): readonly string[] {
  const read = (path: string): string => readFileSync(join(folder, path), "utf8");
  const compiled = [
    ...read("THIRD-PARTY-NOTICES").matchAll(OF_SERVICE),
    ...read("dashboard/LICENSES.md").matchAll(OF_DASHBOARD),
  ];
  const { dependencies } = JSON.parse(read("package.json"));
  const bundled = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  return [...new Set([...compiled.map(([, name, version]) => `${name}@${version}`), ...bundled])].sort();
}

/** npm's description of everything in package-lock.json. */
function describedByNpm(): BillOfMaterials {
  // Vite makes this process one of production, in which npm would leave out what the dashboard is made of.
  const args = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--include=dev"];
  return JSON.parse(execFileSync("npm", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 28 }));
}

export interface BillOptions {
  readonly version: string;
  readonly created: string;
  readonly libraries: readonly string[];
  /** What comes besides the libraries, such as Debian's packages. */
  readonly others?: readonly Component[];
  readonly name: string;
  readonly type: "application" | "container";
}

/** One bill for all calls: npm is asked once. Throws if npm does not know a library that is in the package. */
export function billWriter(): (options: BillOptions) => string {
  const described = describedByNpm();
  const byPurl = new Map(described.components.map((component) => [component.purl, component]));
  return ({ version, created, libraries, others = [], name, type }) => {
    const components = libraries.map((library) => {
      const at = library.lastIndexOf("@");
      const purl = npmPurl(library.slice(0, at), library.slice(at + 1));
      const component = byPurl.get(purl);
      if (component === undefined) throw new Error(`package-lock.json has no ${library}, which is in the package`);
      // Where it is on the machine that built this is of no interest.
      const { properties: _, ...rest } = component;
      return { ...rest, scope: "required" };
    });
    const content = {
      $schema: described["$schema"],
      bomFormat: described["bomFormat"],
      specVersion: described["specVersion"],
      version: 1,
      metadata: {
        timestamp: created,
        lifecycles: [{ phase: "build" }],
        tools: described.metadata["tools"],
        component: {
          type,
          "bom-ref": `${name}@${version}`,
          name,
          version,
          licenses: [{ license: { id: "Apache-2.0" } }],
        },
      },
      components: [...components, ...others],
    };
    const digest = createHash("sha256").update(JSON.stringify(content)).digest("hex");
    // A version 8 UUID: the same contents have the same number.
    const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
    return `${JSON.stringify({ ...content, serialNumber: `urn:uuid:${uuid}` }, null, 2)}\n`;
  };
}

/** Debian's packages and Node.js of the image. They are the same versions on both architectures. */
export function componentsOfImage({ packages }: PinnedPackages, nodeVersion: string): readonly Component[] {
  const debian = Object.entries(packages).map(([name, { amd64 }]) => {
    const purl = `pkg:deb/debian/${name.replaceAll("+", "%2B")}@${amd64.version.replaceAll("+", "%2B")}?distro=debian-13`;
    return { type: "library", "bom-ref": purl, name, version: amd64.version, purl };
  });
  const purl = `pkg:generic/node@${nodeVersion}`;
  return [...debian, { type: "application", "bom-ref": purl, name: "node", version: nodeVersion, purl }];
}
