import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { pathsIn } from "./site-files.ts";

/** Of the installation, not of the site. */
const OF_THE_SERVICE = /^\/(dashboard\/|openapi-dashboard\.json$|openapi\.json$|metrics$|healthz$|readyz$)/;

/** Throws if a page links to a page, a heading, or a file that the site does not have, or to itself twice with one ID. */
export function checkSite(folder: string): void {
  const problems = problemsOf(folder);
  if (problems.length > 0) throw new Error(`The site has ${problems.length} problems:\n${problems.join("\n")}`);
}

export function problemsOf(folder: string): readonly string[] {
  const paths = new Set(pathsIn(folder));
  const pages = new Map(
    [...paths]
      .filter((path) => path.endsWith(".html"))
      .map((path) => [path, readFileSync(join(folder, path), "utf8")] as const),
  );
  const anchors = new Map([...pages].map(([path, html]) => [path, idsOf(html)] as const));
  const brokenLinks = [...pages].flatMap(([path, html]) =>
    [...new Set(linksOf(html))]
      .map((link) => [link, problemOf(link, path)] as const)
      .filter(([, problem]) => problem !== undefined)
      .map(([link, problem]) => `${path}: ${link} ${problem}`),
  );
  const repeatedIds = [...anchors].flatMap(([path, ids]) =>
    ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${path}: the ID ${id} is not unique`),
  );

  function problemOf(link: string, from: string): string | undefined {
    if (/^(https?:|mailto:)/.test(link) || OF_THE_SERVICE.test(link)) return undefined;
    const { pathname, hash } = new URL(link, `http://site/docs/${posix.dirname(from)}/`);
    if (!pathname.startsWith("/docs/") && !link.startsWith("#")) return "leads outside the site";
    const target = link.startsWith("#") ? from : pathname.slice("/docs/".length).replace(/(^|\/)$/, "$1index.html");
    if (!paths.has(target)) return "leads nowhere";
    const id = decodeURIComponent(hash.slice(1));
    return id === "" || anchors.get(target)?.includes(id) ? undefined : "has no such heading";
  }
  return [...brokenLinks, ...repeatedIds];
}

const linksOf = (html: string): readonly string[] =>
  [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link = ""]) => link.replaceAll("&amp;", "&"));

const idsOf = (html: string): readonly string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
