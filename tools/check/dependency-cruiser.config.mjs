import { LEVELS } from "./levels.mjs";

const MODULES = "^server/src/modules/";
const KERNEL = "^server/src/kernel/";
const BANKING = "^server/src/banking/";
const TEST_FILE = "\\.(test|testkit)\\.ts$";

const ORDER = LEVELS.flat();

const downwardsOnly = ORDER.slice(0, -1).map((name, index) => ({
  name: `${name}-imports-downwards`,
  comment: `${name} may import what stands before it in tools/check/levels.mjs, and nothing after it`,
  severity: "error",
  from: { path: `${MODULES}${name}/` },
  to: { path: `${MODULES}(${ORDER.slice(index + 1).join("|")})/` },
}));

/** A module without a place in the table could import anything: it is refused until it has one. */
const knownModules = {
  name: "every-module-has-a-level",
  comment: "Give the module its place in tools/check/levels.mjs and in the module map of docs/ARCHITECTURE.md",
  severity: "error",
  from: { path: "^server/" },
  to: { path: MODULES, pathNot: `${MODULES}(${ORDER.join("|")})/` },
};

export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "A cycle means neither file can be read alone. Types count",
      severity: "error",
      from: {},
      // What is loaded later by a call (a page by its route) may know who loads it.
      to: { circular: true, viaOnly: { dependencyTypesNot: ["dynamic-import"] } },
    },
    {
      name: "kernel-knows-no-feature",
      comment: "The kernel imports nothing of the rest of the service",
      severity: "error",
      from: { path: KERNEL, pathNot: TEST_FILE },
      to: { path: "^server/", pathNot: ["^server/src/kernel/", "/node_modules/"] },
    },
    {
      name: "banking-knows-the-kernel-only",
      comment: "Bank identifiers and the bank calendar are pure rules beside the kernel; no module is known to them",
      severity: "error",
      from: { path: BANKING, pathNot: TEST_FILE },
      to: { path: "^server/", pathNot: [BANKING, KERNEL, "/node_modules/"] },
    },
    knownModules,
    ...downwardsOnly,
    {
      name: "modules-know-nothing-above",
      comment: "What puts modules together (app, cli, administration, operations) is not known to them",
      severity: "error",
      from: { path: MODULES, pathNot: TEST_FILE },
      to: { path: "^(server/src/|tools/|bench/)", pathNot: [MODULES, KERNEL, BANKING] },
    },
    {
      name: "through-the-index",
      comment: "Other modules are used through their index.ts, which says what they promise",
      severity: "error",
      from: { path: `${MODULES}([^/]+)/` },
      to: { path: `${MODULES}[^/]+/`, pathNot: [`${MODULES}$1/`, `${MODULES}[^/]+/index\\.ts$`] },
    },
    {
      name: "through-the-index-from-above",
      comment: "Modules are used through their index.ts, which says what they promise",
      severity: "error",
      // A test may need what no other module uses.
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
      comment: "What runs in production imports nothing of the tests",
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
      comment: "A database is opened in kernel/sql only; tests and the bench may open their own",
      severity: "error",
      from: { path: "^server/src/", pathNot: ["^server/src/kernel/sql/", TEST_FILE] },
      to: { path: "node_modules/(pg|@electric-sql/pglite)/" },
    },
    {
      name: "areas-of-pages-alone",
      comment: "An area of the dashboard's pages is read by itself; what areas share stands in ui/ or app/",
      severity: "error",
      from: { path: "^dashboard/src/pages/([^/]+)/" },
      to: { path: "^dashboard/src/pages/", pathNot: "^dashboard/src/pages/$1/" },
    },
    {
      name: "shared-pieces-know-no-pages",
      comment: "Only router.tsx knows all areas; ui/ knows neither pages nor the session",
      severity: "error",
      from: { path: "^dashboard/src/(app|ui|api)/" },
      to: { path: "^dashboard/src/(pages/|router\\.tsx)" },
    },
    {
      name: "the-dashboard-is-a-client",
      comment: "The dashboard knows the service by its HTTP contract alone",
      severity: "error",
      from: { path: "^dashboard/src/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(server|tools|bench)/" },
    },
    {
      name: "imports-exist",
      comment: "An import that leads nowhere",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "declared-dependencies",
      comment: "The service uses packages that server/package.json names, and no developer's package",
      severity: "error",
      from: { path: "^server/(src|bin)/", pathNot: TEST_FILE },
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
