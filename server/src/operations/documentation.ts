import { execFile } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { object } from "#kernel/http/schemas.ts";
import type { Mode } from "#kernel/process/config.ts";
import { PACKAGE_FOLDER } from "#kernel/process/package-folder.ts";

/**
 * The documentation under /docs: files that tools/site builds from docs/. An installed package brings them. A clone builds
 * them on the first visit, in a process of its own; until then, /docs says so and reloads. If the service ends meanwhile,
 * the next visit starts over: the files are put into place at the end, all at once.
 */
export interface DocumentationSite {
  /** Contains a list of the other files. */
  readonly folder: string;
  /** Builds the site if its sources have changed. Absent where it comes built, and where nothing may be installed. */
  readonly build?: (() => Promise<unknown>) | undefined;
}

/** As tools/site/site-files.ts writes it: each file's digest, and whether a compressed copy is next to it. */
interface SiteFiles {
  readonly [path: string]: { readonly digest: string; readonly isCompressed: boolean };
}

const LIST = "site.json";
const [PACKAGED, CLONE] = [join(PACKAGE_FOLDER, "docs"), join(PACKAGE_FOLDER, "..")];
const BUILD_PROGRAM = join(CLONE, "tools/site/build.ts");
const BUILD_LIMIT_MS = 15 * 60_000;
/** The build installs packages, so it does not get the service's keys and addresses. */
const PASSED_ON = /^(path|home|tmpdir|temp|tmp|systemroot|appdata|localappdata|comspec|npm_.*|https?_proxy|no_proxy)$/i;

/** The site of this installation. In production mode nothing is installed, so nothing is built. */
export function documentationSite(mode: Mode): DocumentationSite {
  if (existsSync(PACKAGED)) return { folder: PACKAGED };
  const canBuild = mode === "sandbox" && existsSync(BUILD_PROGRAM);
  return { folder: join(CLONE, "docs/site/dist"), build: canBuild ? buildInProcess : undefined };
}

function buildInProcess(): Promise<unknown> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));
  return promisify(execFile)(process.execPath, [BUILD_PROGRAM], { cwd: CLONE, env, timeout: BUILD_LIMIT_MS });
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/** Nothing from outside, and nothing inline: a token that a reader types into the console stays here. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HEADERS = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

const path = object({ "*": Type.String() });

/** Serves the site. `mode` decides whether the pages of the API have a console: in the sandbox only. */
export function documentationRoutes(
  app: Api,
  { mode, site }: { readonly mode: Mode; readonly site: DocumentationSite },
) {
  const files = createSiteReader(site);
  const config = { scope: "public" };
  const schema = { hide: true };

  app.get("/docs", { config, schema }, (request, reply) => {
    const problem = files.visit();
    return files.isBuilt() ? sendFile(files, "index.html", request, reply) : sendPlainPage(problem, reply);
  });
  app.get("/docs/installation.json", { config, schema }, (_request, reply) =>
    reply.headers(HEADERS).type("application/json; charset=utf-8").serializer(String).send(JSON.stringify({ mode })),
  );
  app.get("/docs/*", { config, schema: { ...schema, params: path } }, (request, reply) => {
    if (!files.isBuilt()) return reply.redirect("/docs");
    const name = request.params["*"].replace(/\/$/, "");
    const isConsole = name.startsWith("assets/console-");
    const found = [name, `${name}/index.html`].find((file) => files.has(file) && (!isConsole || mode === "sandbox"));
    return sendFile(files, found ?? "404.html", request, reply.code(found === undefined ? 404 : 200));
  });
}

interface SiteReader {
  isBuilt(): boolean;
  has(name: string): boolean;
  /**
   * In a clone, the first visit starts the build. Returns why it failed, once: the visit after that starts another one, so
   * that a page that reloads automatically does not.
   */
  visit(): string | undefined;
  read(name: string, accepted: string): Promise<{ content: Buffer; encoding: string | undefined; digest: string }>;
}

function createSiteReader({ folder, build }: DocumentationSite): SiteReader {
  let read: { readonly files: SiteFiles | undefined; readonly writtenMs: number | undefined } | undefined;
  /** Read again when a build has replaced the files, which may be another process's. */
  const current = (): SiteFiles | undefined => {
    const writtenMs = statSync(join(folder, LIST), { throwIfNoEntry: false })?.mtimeMs;
    if (read === undefined || read.writtenMs !== writtenMs) read = { files: readSiteFiles(folder), writtenMs };
    return read.files;
  };
  let problem: string | undefined;
  let canBuild = true;
  const start = async (): Promise<void> => {
    canBuild = false;
    try {
      await build?.();
    } catch (error) {
      canBuild = true;
      problem = lastLine(error);
    }
  };
  return {
    isBuilt: () => current() !== undefined,
    has: (name) => Object.hasOwn(current() ?? {}, name),
    visit: () => {
      if (build === undefined) return "Run npm run build in the repository, and restart the service.";
      const failure = problem;
      problem = undefined;
      if (failure === undefined && canBuild) void start();
      return failure;
    },
    read: async (name, accepted) => {
      const { digest = "", isCompressed = false } = current()?.[name] ?? {};
      const encoding = isCompressed && acceptsGzip(accepted) ? "gzip" : undefined;
      const suffix = encoding === undefined ? "" : ".gz";
      return { content: await readFile(join(folder, name + suffix)), encoding, digest: digest + suffix };
    },
  };
}

function readSiteFiles(folder: string): SiteFiles | undefined {
  const list = join(folder, LIST);
  // Our own build wrote it.
  return existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as SiteFiles) : undefined;
}

/** Whether Accept-Encoding names it, and not with `q=0` (RFC 9110 §12.5.3). */
const acceptsGzip = (header: string): boolean =>
  header.split(",").some((part) => {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    return name === "gzip" && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

async function sendFile(files: SiteReader, name: string, request: FastifyRequest, reply: FastifyReply) {
  const { content, encoding, digest } = await files.read(name, String(request.headers["accept-encoding"] ?? ""));
  const etag = `"${digest}"`;
  reply.headers(HEADERS).headers({
    etag,
    vary: "accept-encoding",
    // The names of assets contain a digest of their content.
    "cache-control": name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
  });
  if (reply.statusCode === 200 && request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  if (encoding !== undefined) reply.header("content-encoding", encoding);
  return reply.type(TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream").send(content);
}

/** Before the site is built: that it is being built, or why it is not. */
function sendPlainPage(problem: string | undefined, reply: FastifyReply): FastifyReply {
  const [title, text, head] =
    problem === undefined
      ? [
          "Building the documentation",
          "This takes up to a minute, once. The page reloads when it is ready.",
          '<meta http-equiv="refresh" content="2">',
        ]
      : ["The documentation is not built", escapeHtml(problem), ""];
  return reply
    .code(problem === undefined ? 200 : 503)
    .headers({ ...HEADERS, "cache-control": "no-store" })
    .type("text/html; charset=utf-8")
    .serializer(String)
    .send(
      `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}<title>${title} – Bursar</title></head>\n<body><main><h1>${title}</h1><p>${text}</p><p>All routes: <a href="/openapi.json">openapi.json</a></p></main></body></html>\n`,
    );
}

/** Of what a failed build printed. */
const lastLine = (error: unknown): string => {
  const printed = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const line = printed.trim().split("\n").at(-1) || (error instanceof Error ? error.message : String(error));
  return `The build failed: ${line.slice(0, 300)} Reload this page to try again, or run npm run build in the repository.`;
};

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
