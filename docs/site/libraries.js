// The site's packages, for tools/site: they are found from this folder only.
export { default as Eleventy } from "@11ty/eleventy";
export { instance as startGraphviz } from "@viz-js/viz";
export { default as highlighter } from "highlight.js";
export { default as MarkdownIt } from "markdown-it";
export { default as MiniSearch } from "minisearch";
