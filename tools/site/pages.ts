import { existsSync, globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** A page of the site: its text in Markdown, and its place. */
export interface Page {
  /** Below /docs, without a slash at either end: `quickstart`, `operate/rails`; "" is the start page. */
  readonly address: string;
  readonly title: string;
  /** One sentence, for search engines and language models. */
  readonly description: string;
  readonly area: AreaName;
  /** The document that it shows, from the repository's root. Generated pages have none. */
  readonly source?: string;
  readonly markdown: string;
  /** What is next to the text on wide screens, in Markdown, too. */
  readonly aside?: string;
}

/** The heading of a list in the sidebar, and its pages. */
export interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly label: string;
  /** What the list says about it, in Markdown. */
  readonly about: string;
  readonly address: string;
  /** Shown only while one of them is open. */
  readonly entries?: readonly Entry[];
}

export type AreaName = "guides" | "api" | "operate" | "develop";

export interface Area {
  readonly name: AreaName;
  readonly title: string;
  readonly groups: readonly Group[];
}

/** Each folder's README.md has the order, the headings, and the names of its documents. */
const FOLDERS: readonly { readonly area: AreaName; readonly folder: string; readonly address: string }[] = [
  { area: "guides", folder: "docs/use", address: "" },
  { area: "operate", folder: "docs/operate", address: "operate" },
  { area: "develop", folder: "docs/develop", address: "develop" },
  { area: "develop", folder: "docs/spec", address: "spec" },
];
const ABOUT = { "CHANGELOG.md": "changelog", "SECURITY.md": "security", "SUPPORT.md": "support" };
const OTHERS = {
  ...ABOUT,
  "packages/sdk/README.md": "sdk/typescript",
  "packages/sdk-python/README.md": "sdk/python",
  "packages/sdk-go/README.md": "sdk/go",
};

export const AREA_TITLES: Readonly<Record<AreaName, string>> = {
  guides: "Guides",
  api: "API reference",
  operate: "Operate",
  develop: "Contribute",
};

/** Every document that the site shows. */
export function readPages(root: string): readonly Page[] {
  const found = FOLDERS.flatMap(({ area, folder, address }) =>
    globSync("**/*.md", { cwd: join(root, folder) })
      .map((path) => path.replaceAll("\\", "/"))
      .map((path) => pageOf(root, area, `${folder}/${path}`, posix.join(address, withoutName(path)))),
  );
  const others = Object.entries(OTHERS)
    .filter(([path]) => existsSync(join(root, path)))
    .map(([path, address]) => pageOf(root, "guides", path, address));
  return [...found, ...others].sort((a, b) => (a.address < b.address ? -1 : 1));
}

/** A README.md is the page of its folder. */
const withoutName = (path: string): string => path.replace(/\.md$/, "").replace(/(^|\/)README$/, "");

function pageOf(root: string, area: AreaName, source: string, address: string): Page {
  const markdown = readFileSync(join(root, source), "utf8");
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (title === undefined) throw new Error(`${source} has no title`);
  return {
    address: address === "." ? "" : address,
    title,
    description: descriptionOf(markdown),
    area,
    source,
    markdown,
  };
}

/** The first paragraph, as plain text. */
export function descriptionOf(markdown: string): string {
  const paragraphs = markdown.replaceAll(/^```[\s\S]*?^```/gm, "").split(/\n{2,}/);
  const first = paragraphs.find((text) => /^[A-Za-z*`[]/.test(text)) ?? "";
  const plain = plainText(first);
  return plain.length <= 200 ? plain : `${plain.slice(0, plain.lastIndexOf(" ", 198))} …`;
}

/** Markdown without its marks. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/<!--[\s\S]*?-->/g, " ")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`]|^#+ |^> ?(\[!\w+\])?|\\(?=[^\w])/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The sidebars of the documents, in the order of the README.md of each folder. A document that is not there is last. */
export function readAreas(pages: readonly Page[]): readonly Area[] {
  const areas = FOLDERS.map(({ area, folder }) => ({ area, groups: groupsOf(folder, pages) }));
  const others = Object.values(ABOUT).map((address) => pages.find((page) => page.address === address));
  const about = { title: "About", entries: others.flatMap((page) => (page ? [entryOf(page, page.title)] : [])) };
  return (["guides", "operate", "develop"] as const).map((name) => ({
    name,
    title: AREA_TITLES[name],
    groups: [
      ...areas.filter(({ area }) => area === name).flatMap(({ groups }) => groups),
      ...(name === "guides" ? [about] : []),
    ],
  }));
}

const entryOf = ({ address, title }: Page, label: string, about = ""): Entry => ({
  address,
  label: /\.md$/.test(label) ? title : label,
  about,
});

/** The first link of a line of a list or a table. */
const LISTED = /^(?:\d+\. |- |\| ?.*?)\[([^\]]+)\]\(([^)#:]+\.md)\)(.*)$/;

function groupsOf(folder: string, pages: readonly Page[]): readonly Group[] {
  const inFolder = pages.filter(({ source }) => source?.startsWith(`${folder}/`));
  const readme = inFolder.find(({ source }) => source === `${folder}/README.md`);
  if (readme === undefined) throw new Error(`${folder} has no README.md`);
  const listed = new Set([readme.address]);
  const groups: { title: string; entries: Entry[] }[] = [
    { title: readme.title, entries: [entryOf(readme, "Overview")] },
  ];
  for (const line of readme.markdown.split("\n")) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    if (heading !== undefined) groups.push({ title: heading, entries: [] });
    const [, label = "", target = "", about = ""] = LISTED.exec(line) ?? [];
    const page = pages.find(({ source }) => source === posix.join(folder, target));
    if (page === undefined || listed.has(page.address)) continue;
    listed.add(page.address);
    groups.at(-1)?.entries.push(entryOf(page, label, about.replace(/^[:,]? ?/, "").replace(/ ?\|$/, "")));
  }
  const rest = inFolder.filter(({ address }) => !listed.has(address)).map((page) => entryOf(page, page.title));
  if (rest.length > 0) groups.push({ title: "More", entries: rest });
  return groups.filter(({ entries }) => entries.length > 0);
}

/** Where a document or a page's Markdown is on the site. */
export const urlOf = (address: string): string => (address === "" ? "/docs/" : `/docs/${address}/`);
export const markdownUrlOf = (address: string): string => `/docs/${address === "" ? "index" : address}.md`;
