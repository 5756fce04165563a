import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { drawDiagram } from "./diagrams.ts";
import { loadGraphviz, loadHighlighter, loadMarkdownIt, type MarkdownIt, ROOT, type Token } from "./libraries.ts";
import { markdownUrlOf, type Page, urlOf } from "./pages.ts";

const REPOSITORY = "https://github.com/bursar/bursar/blob/main/";
/** Files of the repository that the site has, too. */
const COPIED: Readonly<Record<string, string>> = { "api/openapi.json": "/docs/openapi.json" };

/** Where a link of a document leads on the site: to a page, a copied file, or the repository. */
export type LinkResolver = (target: string, source: string | undefined) => string;

/** `kind` decides between the pages and their Markdown. Throws for a link to nothing. */
export function linkResolver(pages: readonly Page[], kind: "page" | "markdown"): LinkResolver {
  const bySource = new Map(pages.map((page) => [page.source, page.address]));
  return (target, source) => {
    if (/^([a-z]+:|#|\/)/.test(target) || source === undefined) return target;
    const [path = "", anchor] = target.split("#");
    const meant = posix.join(posix.dirname(source), path).replace(/\/$/, "");
    const address = bySource.get(meant) ?? bySource.get(`${meant}/README.md`);
    const hash = anchor === undefined ? "" : `#${anchor}`;
    if (address !== undefined) return (kind === "page" ? urlOf(address) : markdownUrlOf(address)) + hash;
    if (COPIED[meant] !== undefined) return COPIED[meant];
    if (!existsSync(join(ROOT, meant))) throw new Error(`${source} links to ${target}, which does not exist`);
    return REPOSITORY + meant + hash;
  };
}

/** Anchors as GitHub makes them, so that links work there, too. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");

const LANGUAGES: Readonly<Record<string, string>> = {
  sh: "bash",
  js: "javascript",
  ts: "typescript",
  tsx: "typescript",
  conf: "ini",
};

/** Markdown as the documents of this repository use it. */
export async function createMarkdown(resolve: LinkResolver): Promise<MarkdownIt> {
  const [MarkdownItClass, highlighter, graphviz] = await Promise.all([
    loadMarkdownIt(),
    loadHighlighter(),
    loadGraphviz(),
  ]);
  const markdown = new MarkdownItClass({ html: true });
  const { rules } = markdown.renderer;
  rules["fence"] = (tokens, index) => {
    const { info = "", content = "" } = tokens[index] ?? {};
    const [language = "", ...words] = info.split(" ");
    if (language === "mermaid")
      return `<figure class="diagram" tabindex="0">${drawDiagram(content, graphviz)}</figure>\n`;
    const name = LANGUAGES[language] ?? language;
    const code = highlighter.getLanguage(name)
      ? highlighter.highlight(content, { language: name }).value
      : escapeHtml(content);
    const label = words.length > 0 ? ` data-label="${escapeHtml(words.join(" "))}"` : "";
    return `<div class="code"${label}><pre tabindex="0"><code>${code}</code></pre></div>\n`;
  };
  rules["table_open"] = () => `<div class="table" tabindex="0"><table>\n`;
  rules["table_close"] = () => "</table></div>\n";
  // Comments are for the authors of the document.
  const html = (tokens: Token[], index: number) => (tokens[index]?.content ?? "").replaceAll(/<!--[\s\S]*?-->/g, "");
  rules["html_block"] = html;
  rules["html_inline"] = html;
  markdown.core.ruler.push("headings", ({ tokens, Token }) => {
    const used = new Map<string, number>();
    for (const [index, token] of tokens.entries()) {
      if (token.type !== "heading_open" || token.tag === "h1") continue;
      const inline = tokens[index + 1];
      const text = (inline?.children ?? []).map(({ content }) => content).join("");
      const anchor = anchorOf(text);
      const count = used.get(anchor) ?? 0;
      used.set(anchor, count + 1);
      const id = count === 0 ? anchor : `${anchor}-${count}`;
      token.attrSet("id", id);
      const link = new Token("html_inline", "", 0);
      link.content = ` <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a>`;
      inline?.children?.push(link);
    }
  });
  markdown.core.ruler.push("cells", ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      // The policy forbids styles in attributes.
      const [, side] = /^text-align:(\w+)$/.exec(token.attrGet("style") ?? "") ?? [];
      if (side !== undefined) token.attrs = [["class", side]];
      // A heading without text says nothing to a screen reader.
      if (token.type === "th_open" && tokens[index + 1]?.content === "")
        for (const part of [token, tokens[index + 2]]) if (part !== undefined) part.tag = "td";
    }
  });
  markdown.core.ruler.push("links", ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const target = token.type === "link_open" ? token.attrGet("href") : null;
      if (target !== null) token.attrSet("href", resolve(target, env.source));
    }
  });
  markdown.core.ruler.push("notes", ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const first = token.type === "blockquote_open" ? tokens[index + 2]?.children?.[0] : undefined;
      const [, kind = ""] = /^\[!(NOTE|TIP|WARNING|IMPORTANT)\]$/.exec(first?.content ?? "") ?? [];
      if (first === undefined || kind === "") continue;
      token.attrSet("class", `note ${kind.toLowerCase()}`);
      first.content = "";
    }
  });
  return markdown;
}

/** The Markdown that is served next to a page: without what only its HTML needs, and with links that work on the site. */
export function servedMarkdown({ markdown, aside, source }: Page, resolve: LinkResolver): string {
  const text = aside === undefined ? markdown : `${markdown}\n\n${aside}`;
  let isCode = false;
  return text
    .replaceAll(/<!--[\s\S]*?-->\n?|^<\/?div[^>]*>(\n\n?|$)/gm, "")
    .split("\n")
    .map((line) => {
      if (/^\s*```/.test(line)) isCode = !isCode;
      return isCode
        ? line
        : line.replaceAll(/\]\(([^)\s]+)\)/g, (_, target: string) => `](${resolve(target, source)})`);
    })
    .join("\n");
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
