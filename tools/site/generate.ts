import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkSite } from "./check-site.ts";
import { loadEleventy, loadSearchIndex, packageFile, ROOT, SITE, type Written } from "./libraries.ts";
import { createMarkdown, escapeHtml, linkResolver, servedMarkdown } from "./markdown.ts";
import {
  AREA_TITLES,
  type Area,
  type Entry,
  markdownUrlOf,
  type Page,
  plainText,
  readAreas,
  readPages,
  urlOf,
} from "./pages.ts";
import { readContract } from "./reference/operations.ts";
import { type OperationPage, referenceGroups, referencePages } from "./reference/pages.ts";
import { digestOf, finishFiles } from "./site-files.ts";
import { startPage } from "./start-page.ts";

/** Builds the site: pages, their Markdown, assets, the index of the search, and the lists for language models. */
const DIST = join(SITE, "dist");
const NEW = join(SITE, ".tmp/dist");
const INPUT = ".tmp/content";

interface Site {
  readonly pages: readonly (Page | OperationPage)[];
  readonly areas: readonly Area[];
}

export async function generateSite(): Promise<void> {
  // Eleventy knows only paths from the working directory.
  process.chdir(SITE);
  for (const folder of [NEW, INPUT]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const site = readSite();
  const written = await writePages(site, writeAssets());
  writeMarkdown(site);
  cpSync(join(ROOT, "api/openapi.json"), join(NEW, "openapi.json"));
  await writeSearchIndex(written, site);
  writeLicenses();
  checkSite(NEW);
  finishFiles(NEW);
  // The service may be reading the old files: they are replaced at once.
  const old = join(SITE, ".tmp/old");
  rmSync(old, { recursive: true, force: true });
  try {
    renameSync(DIST, old);
  } catch {
    // There was none.
  }
  renameSync(NEW, DIST);
  rmSync(old, { recursive: true, force: true });
}

function readSite(): Site {
  const contract = readContract(ROOT);
  const documents = readPages(ROOT);
  const [guides, operate, develop] = readAreas(documents);
  if (!guides || !operate || !develop) throw new Error("an area is missing");
  const api: Area = { name: "api", title: AREA_TITLES.api, groups: referenceGroups(contract) };
  return { pages: [...documents, ...referencePages(contract)], areas: [guides, api, operate, develop] };
}

/** Of what browsers load; the other packages only build the site. */
const SHIPPED = ["minisearch", "@fontsource-variable/inter"];

function writeLicenses(): void {
  const texts = SHIPPED.map((name) => {
    const folder = join(SITE, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const [file = ""] = globSync("LICEN[SC]E*", { cwd: folder });
    return `## ${name} - ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
  });
  writeFileSync(join(NEW, "LICENSES.md"), `# Licenses\n\n${texts.join("\n\n")}\n`);
}

/** Names that change with the content, so that browsers may keep the files. */
function writeAssets(): Readonly<Record<string, string>> {
  const minisearch = readFileSync(join(dirname(packageFile("minisearch")), "../es/index.js"), "utf8");
  const sources: readonly (readonly [string, string | Buffer])[] = [
    ["inter.woff2", readFileSync(packageFile("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"))],
    ["minisearch.js", minisearch.replace(/\n\/\/# sourceMappingURL=.*/, "")],
    ...["icon.svg", "site.css", "theme.js", "site.js", "search.js", "console.js"].map(
      (name) => [name, readFileSync(join(SITE, "assets", name), "utf8")] as const,
    ),
  ];
  const urls: Record<string, string> = {};
  mkdirSync(join(NEW, "assets"), { recursive: true });
  for (const [name, content] of sources) {
    // Files name those before them as ./name.
    const text =
      typeof content === "string"
        ? content.replaceAll(
            /"\.\/([\w-]+\.\w+)"/g,
            (_, other: string) => `"${urls[other] ?? `/docs/assets/${other}`}"`,
          )
        : content;
    const named = name.replace(".", `-${digestOf(text)}.`);
    writeFileSync(join(NEW, "assets", named), text);
    urls[name] = `/docs/assets/${named}`;
  }
  return urls;
}

async function writePages(
  { pages, areas }: Site,
  assets: Readonly<Record<string, string>>,
): Promise<readonly Written[]> {
  const [Eleventy, markdown] = await Promise.all([loadEleventy(), createMarkdown(linkResolver(pages, "page"))]);
  const missing: Page = {
    address: "404",
    title: "Page not found",
    description: "No page has this address.",
    area: "guides",
    markdown: "# Page not found\n\nNo page has this address. Search for it, or go to the [start page](/docs/).",
  };
  const eleventy = new Eleventy(INPUT, ".tmp/unused", {
    quietMode: true,
    config(configuration) {
      configuration.setLibrary("md", markdown);
      configuration.addTemplate("_includes/page.njk", readFileSync(join(SITE, "layouts/page.njk"), "utf8"), {});
      configuration.addFilter("contents", (html: string) => contentsOf(html));
      configuration.addGlobalData("assets", assets);
      configuration.addGlobalData(
        "areas",
        areas.map(({ name, title, groups }) => ({ name, title, url: urlOf(groups[0]?.entries[0]?.address ?? "") })),
      );
      for (const page of [...pages, missing]) {
        const { address, source, aside, area } = page;
        configuration.addTemplate(`${address === "" ? "index" : address}.md`, page.markdown, {
          layout: "page.njk",
          permalink: address === "404" ? "404.html" : `${address === "" ? "" : `${address}/`}index.html`,
          address,
          title: page.title,
          description: page.description,
          area,
          areaTitle: AREA_TITLES[area],
          source,
          markdownUrl: markdownUrlOf(address === "404" ? "" : address),
          aside: aside === undefined ? "" : markdown.render(aside, { source }),
          operation: "console" in page ? page.console : undefined,
          start: address === "" ? startPage(areas, page, markdown) : "",
          ...placeOf(
            address,
            areas.find(({ name }) => name === area),
          ),
        });
      }
      return { markdownTemplateEngine: false, htmlTemplateEngine: false };
    },
  });
  return await collected(eleventy);
}

/** Writes the pages, and returns them. */
async function collected(eleventy: { toJSON(): Promise<readonly Written[]> }): Promise<readonly Written[]> {
  const written = await eleventy.toJSON();
  for (const { url, content } of written) {
    if (url === false) continue;
    const path = join(NEW, url.endsWith("/") ? `${url}index.html` : url);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return written;
}

/** The sidebar of a page, and the pages around it. */
function placeOf(address: string, area: Area | undefined) {
  const groups = area?.groups ?? [];
  const flat = groups.flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...(entry.entries ?? [])]));
  const index = flat.findIndex((entry) => entry.address === address);
  const around = (entry: Entry | undefined) => entry && { url: urlOf(entry.address), label: entry.label };
  const isInside = (entry: Entry) =>
    entry.address === address || entry.entries?.some((inner) => inner.address === address);
  const group = groups.find(({ entries }) => entries.some(isInside));
  const parent = group?.entries.find((entry) => entry.address !== address && isInside(entry));
  return {
    crumb: parent?.label ?? group?.title ?? "",
    previous: index > 0 ? around(flat[index - 1]) : undefined,
    next: index === -1 ? undefined : around(flat[index + 1]),
    sidebar: groups
      .map(({ title, entries }) => `<h2>${escapeHtml(title)}</h2>\n${listOf(entries, address)}`)
      .join("\n"),
  };
}

function listOf(entries: readonly Entry[], current: string): string {
  const items = entries.map((entry) => {
    const isCurrent = entry.address === current;
    const isOpen = isCurrent || entry.entries?.some(({ address }) => address === current);
    const link = `<a href="${urlOf(entry.address)}"${isCurrent ? ' aria-current="page"' : ""}>${escapeHtml(entry.label)}</a>`;
    return `<li>${link}${isOpen && entry.entries ? listOf(entry.entries, current) : ""}</li>`;
  });
  return `<ul>${items.join("")}</ul>`;
}

const HEADING = /<h([23]) id="([^"]+)">([\s\S]*?)<\/h\1>/g;
const textOf = (html: string): string =>
  html.replaceAll(/ ?<a class="anchor"[\s\S]*?<\/a>/g, "").replaceAll(/<[^>]+>/g, "");

/** The outline next to a long page. */
function contentsOf(html: string): string {
  const headings = [...html.matchAll(HEADING)];
  if (headings.length < 2) return "";
  const level = headings.length > 30 ? "2" : "3";
  const items = headings
    .filter(([, depth = ""]) => depth <= level)
    .map(([, depth, id, text = ""]) => `<li class="level-${depth}"><a href="#${id}">${textOf(text)}</a></li>`);
  return `<ul>${items.join("")}</ul>`;
}

/** Each page's Markdown at its address with .md, and the lists of them for language models (llmstxt.org). */
function writeMarkdown({ pages, areas }: Site): void {
  const resolve = linkResolver(pages, "markdown");
  const texts = new Map<string, string>();
  for (const page of pages) {
    const path = join(NEW, markdownUrlOf(page.address).replace("/docs/", ""));
    const text = `${servedMarkdown(page, resolve).trim()}\n`;
    texts.set(page.address, text);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const list = areas.map(({ title, groups }) => {
    const entries = groups.flatMap((group) => group.entries.flatMap((entry) => [entry, ...(entry.entries ?? [])]));
    const lines = entries.map(({ address }) => {
      const page = pages.find((candidate) => candidate.address === address);
      return `- [${page?.title}](${markdownUrlOf(address)}): ${page?.description}`;
    });
    return `## ${title}\n\n${[...new Set(lines)].join("\n")}`;
  });
  const about =
    "> Bursar is a self-hosted payments service: an HTTP API that pays by ACH, check, wire, and real-time payment from your own bank accounts, with a ledger, approvals, signed webhooks, and a sandbox bank.";
  writeFileSync(join(NEW, "llms.txt"), `# Bursar\n\n${about}\n\n${list.join("\n\n")}\n`);
  const full = pages.filter(({ area }) => area !== "develop").map(({ address }) => texts.get(address));
  writeFileSync(join(NEW, "llms-full.txt"), `# Bursar\n\n${about}\n\n${full.join("\n\n---\n\n")}`);
}

/** Sections of pages, each with its heading's address. */
async function writeSearchIndex(written: readonly Written[], { pages }: Site): Promise<void> {
  const MiniSearch = await loadSearchIndex();
  const index = new MiniSearch({
    fields: ["title", "heading", "text"],
    storeFields: ["title", "heading", "area", "excerpt"],
  });
  const byUrl = new Map(pages.map((page) => [urlOf(page.address), page]));
  for (const { url, content } of written) {
    const page = byUrl.get(`/docs${url}`);
    if (page === undefined || page.address === "") continue;
    const start = content.indexOf('<div class="text">');
    const body = content.slice(start, content.indexOf('<footer class="foot">', start));
    const sections = body.split(/(?=<h2 id=)/);
    index.addAll(
      sections.map((html, position) => {
        const [, , id = "", heading = ""] =
          position === 0 ? [] : (/<h([2]) id="([^"]+)">([\s\S]*?)<\/h2>/.exec(html) ?? []);
        const text = decoded(
          textOf(html.replace(/<h[12][\s\S]*?<\/h[12]>/, "").replaceAll(/<svg[\s\S]*?<\/svg>/g, "")),
        );
        return {
          id: urlOf(page.address) + (id === "" ? "" : `#${id}`),
          title: page.title,
          heading: decoded(textOf(heading)),
          area: page.area,
          text: wordsOf(text),
          excerpt: position === 0 && page.area !== "api" ? page.description.slice(0, 140) : text.slice(0, 140),
        };
      }),
    );
  }
  writeFileSync(join(NEW, "search-index.json"), JSON.stringify(index));
}

/** Each word once: the index counts sections, not repetitions, and stays small. */
const wordsOf = (text: string): string => [...new Set(text.split(/\s+/))].join(" ");

const decoded = (text: string): string =>
  plainText(text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
