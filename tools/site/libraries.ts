import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The site's own packages (docs/site/package.json), which the rest of the repository does not install. So the compiler does
 * not see them either: what is used of them is declared here.
 */
export const ROOT = join(import.meta.dirname, "../..");
export const SITE = join(ROOT, "docs/site");
const require = createRequire(join(SITE, "package.json"));

export const packageFile = (path: string): string => require.resolve(path);
/** Only now, because they may have been installed by this process. */
const load = () => import(pathToFileURL(join(SITE, "libraries.js")).href);

export interface Token {
  type: string;
  tag: string;
  content: string;
  info: string;
  hidden: boolean;
  children: Token[] | null;
  attrs: [string, string][] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}
type Rule = (tokens: Token[], index: number, options: unknown, env: { readonly source?: string }) => string;
export interface MarkdownIt {
  readonly renderer: { readonly rules: Record<string, Rule> };
  readonly core: {
    readonly ruler: {
      push(
        name: string,
        rule: (state: {
          tokens: Token[];
          env: { readonly source?: string };
          Token: new (...args: unknown[]) => Token;
        }) => void,
      ): void;
    };
  };
  render(text: string, env?: unknown): string;
}
export const loadMarkdownIt = async (): Promise<new (options: object) => MarkdownIt> => (await load()).MarkdownIt;

export interface Highlighter {
  highlight(code: string, options: { readonly language: string }): { readonly value: string };
  getLanguage(name: string): unknown;
}
export const loadHighlighter = async (): Promise<Highlighter> => (await load()).highlighter;

export interface Graphviz {
  renderString(dot: string, options: { readonly format: "svg"; readonly engine: "dot" }): string;
}
export const loadGraphviz = async (): Promise<Graphviz> => (await load()).startGraphviz();

export interface SearchIndex {
  addAll(documents: readonly object[]): void;
}
export const loadSearchIndex = async (): Promise<new (options: object) => SearchIndex> => (await load()).MiniSearch;

export interface EleventyConfig {
  addTemplate(path: string, content: string, data: object): void;
  setLibrary(name: "md", library: MarkdownIt): void;
  addGlobalData(name: string, value: unknown): void;
  addFilter(name: string, filter: (value: never) => unknown): void;
}
export interface Written {
  readonly url: string | false;
  readonly content: string;
}
type Eleventy = new (
  input: string,
  output: string,
  options: {
    readonly quietMode: boolean;
    readonly configPath?: string;
    config(configuration: EleventyConfig): unknown;
  },
) => { toJSON(): Promise<readonly Written[]> };
export const loadEleventy = async (): Promise<Eleventy> => (await load()).Eleventy;
