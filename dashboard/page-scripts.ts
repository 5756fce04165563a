import { dirname, join } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** A page's address below /dashboard, with `$name` for what varies. */
export interface PageFiles {
  readonly path: string;
  /** The files of its own, below /dashboard. */
  readonly files: readonly string[];
  /** What it reads first, as it is requested while the address has no parameters. */
  readonly reads: readonly string[];
}

/**
 * What a page shows its rows from, by the page's address. The browser requests this together with the scripts; on a slow line,
 * that is two round trips earlier. first-page.test.ts fails if the page requests anything else.
 */
const FIRST_READS: Readonly<Record<string, readonly string[]>> = {
  "/approvals": [
    "/api/v1/approvals?sort=created&order=asc&alone=true&limit=50&status=pendingApproval",
    "/api/v1/approval-batches?limit=50",
    "/api/v1/accounts",
    // What would move the rows if it came after them.
    "/api/v1/saved-views?page=approvals&limit=200",
    "/api/v1/payment-undos",
  ],
};

/** As routes are written: the address of a page, and the module that is loaded when it opens. */
const ROUTE = /\bpath: "([^"]*)",[\s\S]*?\bimport\("([^"]+)"\)/g;

/**
 * Writes the list from which the service names the files and the first reads of the requested page in its head
 * (server/src/operations/dashboard-files.ts). The browser then loads them together with the shared ones, instead of after
 * these have run and asked who is signed in: on a slow line, that is two seconds earlier.
 */
export function pageScripts(): Plugin {
  const modules = new Map<string, string>();
  return {
    name: "page-scripts",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/routes.ts")) return;
      for (const [, path = "", module = ""] of code.matchAll(ROUTE)) modules.set(path, join(dirname(id), module));
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const entry = chunks.find(({ isEntry, name }) => isEntry && name === "index");
      if (entry === undefined) throw new Error("The build has no script for index.html");
      const shared = filesOf(entry, bundle);
      // In the order of their addresses: that of their modules differs between builds, and the image is reproducible.
      const byAddress = [...modules].sort(([a], [b]) => (a < b ? -1 : 1));
      const pages = byAddress.map(([path, module]): PageFiles => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
        if (chunk === undefined) throw new Error(`No script contains ${module}, the page of ${path}`);
        const files = [...filesOf(chunk, bundle)].filter((file) => !shared.has(file));
        return { path, files, reads: FIRST_READS[path] ?? [] };
      });
      for (const path of Object.keys(FIRST_READS))
        if (!modules.has(path)) throw new Error(`There is no page at ${path}, of which the first reads are listed`);
      this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify(pages) });
    },
  };
}

/** The script, all that it imports, and their styles. */
function filesOf(first: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const files = new Set<string>();
  const waiting = [first];
  for (const chunk of waiting) {
    if (files.has(chunk.fileName)) continue;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === "chunk") waiting.push(imported);
    }
  }
  return files;
}
