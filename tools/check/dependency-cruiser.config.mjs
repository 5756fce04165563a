import { LEVELS } from "./levels.mjs";

const MODULES = "^server/src/modules/";
const KERNEL = "^server/src/kernel/";
const BANKING = "^server/src/banking/";
const FORMATS = "^server/src/formats/";
const TEST_FILE = "\\.(test|testkit)\\.ts$";

const ORDER = LEVELS.flat();

const downwardsOnly = ORDER.slice(0, -1).map((name, index) => ({
  name: `${name}-imports-downwards`,
  comment: `${name} may import the levels before it in tools/check/levels.mjs, and nothing after it`,
  severity: "error",
  from: { path: `${MODULES}${name}/` },
  to: { path: `${MODULES}(${ORDER.slice(index + 1).join("|")})/` },
}));

/** A module missing from the table could import anything, so it is refused. */
const knownModules = {
  name: "every-module-has-a-level",
  comment: "Add the module to tools/check/levels.mjs and to the module map of docs/ARCHITECTURE.md",
  severity: "error",
  from: { path: "^server/" },
  to: { path: MODULES, pathNot: `${MODULES}(${ORDER.join("|")})/` },
};

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
      name: "banking-knows-the-kernel-only",
      comment: "Bank identifiers and the bank calendar are pure rules next to the kernel; they import no module",
      severity: "error",
      from: { path: BANKING, pathNot: TEST_FILE },
      to: { path: "^server/", pathNot: [BANKING, KERNEL, "/node_modules/"] },
    },
    {
      name: "formats-know-nothing",
      comment: "A library of formats/ can be taken out of the service: it imports only its own files and packages",
      severity: "error",
      from: { path: `${FORMATS}([^/]+)/`, pathNot: TEST_FILE },
      to: { path: ["^server/", "^tools/", "^bench/"], pathNot: [`${FORMATS}$1/`, "/node_modules/"] },
    },
    {
      name: "nacha-needs-nothing",
      comment: "The Nacha library has no dependencies at all, not even on Node.js",
      severity: "error",
      from: { path: `${FORMATS}nacha/`, pathNot: TEST_FILE },
      to: { pathNot: `${FORMATS}nacha/` },
    },
    {
      name: "formats-through-the-index",
      comment: "A library of formats/ is used through its index.ts",
      severity: "error",
      from: { path: "^server/src/", pathNot: [FORMATS, TEST_FILE] },
      to: { path: FORMATS, pathNot: `${FORMATS}[^/]+/index\\.ts$` },
    },
    knownModules,
    ...downwardsOnly,
    {
      name: "modules-know-nothing-above",
      comment: "Modules do not import the code that assembles them (app, cli, administration, operations)",
      severity: "error",
      from: { path: MODULES, pathNot: TEST_FILE },
      to: { path: "^(server/src/|tools/|bench/)", pathNot: [MODULES, KERNEL, BANKING, FORMATS] },
    },
    {
      name: "through-the-index",
      comment: "Other modules are used through their index.ts, which states what they promise",
      severity: "error",
      from: { path: `${MODULES}([^/]+)/` },
      to: { path: `${MODULES}[^/]+/`, pathNot: [`${MODULES}$1/`, `${MODULES}[^/]+/index\\.ts$`] },
    },
    {
      name: "through-the-index-from-above",
      comment: "Modules are used through their index.ts, which states what they promise",
      severity: "error",
      // A test may need something that no other module uses.
      from: { path: "^server/src/", pathNot: [MODULES, TEST_FILE] },
      to: { path: MODULES, pathNot: `${MODULES}[^/]+/index\\.ts$` },
    },
    {
      name: "not-through-ones-own-index",
      comment: "A module's files import each other by name",
      severity: "error",
      from: { path: `${MODULES}([^/]+)/`, pathNot: TEST_FILE },
      to: { path: `${MODULES}$1/index\\.ts$` },
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
      comment: "A package can be deleted or taken out of the repository: it imports only its own files and packages",
      severity: "error",
      from: { path: "^packages/([^/]+)/" },
      to: { path: "^(server|tools|bench|dashboard|packages)/", pathNot: ["^packages/$1/", "/node_modules/"] },
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
