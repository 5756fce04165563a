// Preloaded into every process of a test: one file is loaded with a change. The file itself stays as it is.
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const { path, start, end, text } = JSON.parse(process.env["BURSAR_MUTANT"]);
const changed = pathToFileURL(path).href;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url !== changed) return loaded;
    const source = String(loaded.source);
    return { ...loaded, source: source.slice(0, start) + text + source.slice(end) };
  },
});
