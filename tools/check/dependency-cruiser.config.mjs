import { ASSEMBLY, MODULES, PARTS, WINGS } from "./levels.mjs";

const MODULE = `^${MODULES}/[^/]+/[^/]+/`;
const KERNEL = "^server/src/kernel/";
const PACKAGES = "^packages/";
const TEST_FILE = "\\.(test|testkit)\\.ts$";

const within = (paths) => `^(${paths.join("|")})/`;
const PART = within(PARTS);
/** What a module, or the upper part of one, shows to others. */
const INDEX = [`${MODULE}index\\.ts$`, `${PART}index\\.ts$`];

/** A module's own files, which an upper part belongs to only by its folder. */
const outsideParts = (paths) => (paths.some((path) => PARTS.includes(path)) ? [] : [PART]);

const wingsDownwards = WINGS.slice(0, -1).flatMap(({ path, members }, at) => {
  const above = WINGS.slice(at + 1).flatMap((wing) => wing.members);
  const [parts, modules] = [
    members.filter((each) => PARTS.includes(each)),
    members.filter((each) => !PARTS.includes(each)),
  ];
  const higher = above.filter((each) => !members.includes(each));
  return [parts, modules]
    .filter((froms) => froms.length > 0)
    .map((froms) => ({
      name: `${path.replace(/^.*\//, "")}-imports-downwards`,
      comment:
        "A module may import modules of its own wing and of lower ones (the numbers are the order), nothing above",
      severity: "error",
      from: { path: within(froms), pathNot: outsideParts(froms) },
      to: { path: within(higher), pathNot: higher.some((each) => PARTS.includes(each)) ? [] : [PART] },
    }));
});

const assemblyDownwards = ASSEMBLY.slice(0, -1).map((name, at) => ({
  name: `${name}-imports-downwards`,
  comment: `From the bottom: ${ASSEMBLY.join(", ")} (tools/check/levels.mjs)`,
  severity: "error",
  from: { path: `^server/src/${name}/`, pathNot: TEST_FILE },
  to: { path: `^server/src/(${ASSEMBLY.slice(at + 1).join("|")})/` },
}));

export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "In a cycle, no file can be read alone. Type imports and dynamic imports count",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "kernel-knows-no-feature",
      comment: "The kernel imports nothing from the rest of the service",
      severity: "error",
      from: { path: KERNEL, pathNot: TEST_FILE },
      to: { path: "^server/", pathNot: ["^server/src/kernel/", "/node_modules/"] },
    },
    {
      name: "formats-know-nothing",
      comment: "Each format of packages/bank-formats is independent of the others; text/ is for all of them",
      severity: "error",
      from: { path: "^packages/bank-formats/src/([^/]+)/", pathNot: TEST_FILE },
      to: { path: "^packages/", pathNot: ["^packages/bank-formats/src/$1/", "^packages/bank-formats/src/text/"] },
    },
    {
      name: "nacha-needs-nothing",
      comment: "The Nacha library depends on no package, and not even on Node.js; nor does text/, which it uses",
      severity: "error",
      from: { path: "^packages/bank-formats/src/(nacha|text)/", pathNot: TEST_FILE },
      to: { pathNot: "^packages/bank-formats/src/(nacha|text)/" },
    },
    {
      name: "sdk-needs-nothing",
      comment: "The client library runs in browsers: it imports no package, and Node.js in its entry for Node.js only",
      severity: "error",
      from: { path: "^packages/sdk/src/", pathNot: [TEST_FILE, "^packages/sdk/src/node\\.ts$"] },
      to: { pathNot: "^packages/sdk/src/" },
    },
    {
      name: "packages-by-their-names",
      comment: "A package is used by its name, which reaches only what its package.json exports",
      severity: "error",
      from: { path: "^server/src/", pathNot: TEST_FILE },
      to: { path: PACKAGES, dependencyTypes: ["local"] },
    },
    {
      name: "every-module-is-in-a-wing",
      comment: "A module is a folder in one of the wings: server/src/modules/1-records, 2-money, …",
      severity: "error",
      from: {},
      to: { path: `^${MODULES}/`, pathNot: MODULE },
    },
    ...wingsDownwards,
    ...assemblyDownwards,
    {
      name: "modules-know-nothing-above",
      comment: "Modules do not import the code that assembles them (app, cli, administration, operations)",
      severity: "error",
      from: { path: MODULE, pathNot: TEST_FILE },
      to: { path: "^(server/src/|tools/|bench/)", pathNot: [MODULE, KERNEL] },
    },
    {
      name: "through-the-index",
      comment: "Other modules are used through their index.ts, which states what they promise",
      severity: "error",
      from: { path: `^${MODULES}/([^/]+/[^/]+)/`, pathNot: PART },
      to: { path: MODULE, pathNot: [`^${MODULES}/$1/`, ...INDEX] },
    },
    {
      name: "parts-through-the-index",
      comment: "The upper part of a module uses everything else, its own module included, through an index.ts",
      severity: "error",
      from: { path: `^(${PARTS.join("|")})/`, pathNot: TEST_FILE },
      to: { path: MODULE, pathNot: ["^$1/", ...INDEX] },
    },
    {
      name: "through-the-index-from-above",
      comment: "Modules are used through their index.ts, which states what they promise",
      severity: "error",
      // A test may need something that no other module uses.
      from: { path: "^server/src/", pathNot: [MODULE, TEST_FILE] },
      to: { path: MODULE, pathNot: INDEX },
    },
    {
      name: "not-through-ones-own-index",
      comment: "A module's files import each other by name",
      severity: "error",
      from: { path: `^${MODULES}/([^/]+/[^/]+)/`, pathNot: [TEST_FILE, PART] },
      to: { path: `^${MODULES}/$1/index\\.ts$` },
    },
    {
      name: "product-knows-no-test",
      comment: "Production code imports no test code",
      severity: "error",
      from: { path: "^server/(src|bin)/", pathNot: TEST_FILE },
      to: { path: ["^server/test/", TEST_FILE, "^bench/", "^tools/(?!launcher/runtime\\.mjs)"] },
    },
    {
      name: "sql-in-queries-files-only",
      comment: "The product's SQL is written in *.queries.ts, so that a reviewer finds every statement",
      severity: "error",
      from: {
        path: "^(server|tools|bench)/",
        pathNot: ["\\.queries\\.ts$", "^server/src/kernel/sql/", "^server/test/", TEST_FILE],
      },
      to: { path: "^server/src/kernel/sql/sql\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "drivers-in-the-kernel-only",
      comment: "A database is opened in the kernel only; tests and the bench may open their own",
      severity: "error",
      from: { path: "^server/src/", pathNot: ["^server/src/kernel/(sql|embedded)/", TEST_FILE] },
      to: { path: "node_modules/pg/" },
    },
    {
      name: "pglite-in-its-package-only",
      comment: "Nothing uses PGlite but the package that reads data folders of version 0.1.0",
      severity: "error",
      from: { pathNot: "^packages/old-data-folder/" },
      to: { path: "node_modules/@electric-sql/pglite/" },
    },
    {
      name: "packages-know-nothing",
      comment: "A package can be taken out of the repository: it imports no file of the service",
      severity: "error",
      from: { path: PACKAGES, pathNot: TEST_FILE },
      to: { path: "^(server|tools|bench|dashboard)/", pathNot: "/node_modules/" },
    },
    {
      name: "tests-of-packages-know-the-seeds",
      comment: "Tests of packages use the seeds, limits, and tools of all tests, and nothing else of the service",
      severity: "error",
      from: { path: PACKAGES },
      to: {
        path: "^(server|tools|bench|dashboard)/",
        pathNot: ["/node_modules/", "^server/test/kit/faults/", "^tools/kit/"],
      },
    },
    {
      name: "packages-in-their-order",
      comment: "bank-formats imports no other package; banking may import it, and the simulated bank both",
      severity: "error",
      from: { path: "^packages/bank-formats/", pathNot: TEST_FILE },
      to: { path: PACKAGES, pathNot: "^packages/bank-formats/" },
    },
    {
      name: "banking-below-the-simulated-bank",
      comment: "bank-formats imports no other package; banking may import it, and the simulated bank both",
      severity: "error",
      from: { path: "^packages/banking/" },
      to: { path: "^packages/simulated-bank/" },
    },
    {
      name: "areas-of-pages-alone",
      comment: "An area of the dashboard's pages is independent; shared code belongs in ui/ or app/",
      severity: "error",
      from: { path: "^dashboard/src/pages/([^/]+)/" },
      to: { path: "^dashboard/src/pages/", pathNot: "^dashboard/src/pages/$1/" },
    },
    {
      name: "shared-pieces-know-no-pages",
      comment: "Only router.tsx knows all areas; app/, ui/, and api/ know no pages",
      severity: "error",
      from: { path: "^dashboard/src/(app|ui|api)/" },
      to: { path: "^dashboard/src/(pages/|router\\.tsx)" },
    },
    {
      name: "routes-for-the-router",
      comment:
        "A page finds its route with getRouteApi; what it needs of the URL is in a file next to it (…-search.ts)",
      severity: "error",
      from: { pathNot: "^dashboard/src/router\\.tsx$" },
      to: { path: "^dashboard/src/pages/.*/routes\\.ts$" },
    },
    {
      name: "the-dashboard-is-a-client",
      comment: "The dashboard uses only the service's HTTP contract",
      severity: "error",
      from: { path: "^dashboard/src/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(server|tools|bench)/" },
    },
    {
      name: "imports-exist",
      comment: "An import that cannot be resolved",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "declared-dependencies",
      comment: "The service imports only packages in its package.json, and no development packages",
      severity: "error",
      from: { path: "^(server/(src|bin)|packages/[^/]+/src)/", pathNot: TEST_FILE },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown", "npm-optional"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(data|coverage)/|^dashboard/src/api/generated/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
