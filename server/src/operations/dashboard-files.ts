import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { object } from "#kernel/http/schemas.ts";
import { PACKAGE_FOLDER } from "#kernel/process/package-folder.ts";

/** The dashboard in an installed package, or where it is built in a clone. */
const [PACKAGED, BUILT] = [join(PACKAGE_FOLDER, "dashboard"), join(PACKAGE_FOLDER, "../dashboard/dist")];
const FOLDER = existsSync(PACKAGED) ? PACKAGED : BUILT;
const NONCE = "__CSP_NONCE__";
const A_YEAR_MS = 365 * 24 * 3_600_000;

/** One file of the folder: no path separators, and only characters that file names have. */
const asset = object({ "*": Type.String({ pattern: "^\\w[\\w.-]*$" }) });

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Bursar</title></head>
<body><p>The dashboard is not built: run <code>npm run build</code> and load this page again. The API works: see <a href="/docs">/docs</a>.</p></body>
</html>
`;

/**
 * Scripts and everything else come only from this service; style elements carry this page's nonce; no other site may
 * frame the page.
 */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Previews of attachments are blobs whose type is fixed.
    "img-src 'self' data: blob:",
    "frame-src blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * The dashboard: its files and, for every other path under /dashboard, its single page, which routes on the client.
 * Also the pages on which recipients answer an invite and customers pay an invoice.
 */
export async function dashboardFileRoutes(app: Api): Promise<void> {
  // Read once: the served files belong together, even if a build runs meanwhile.
  const read = (name: string): string =>
    existsSync(join(FOLDER, name)) ? readFileSync(join(FOLDER, name), "utf8") : NOT_BUILT;
  const [index, invite, pay] = [read("index.html"), read("invite.html"), read("pay.html")];
  const headOf = pageHeads();
  // Of scripts and styles, the build makes compressed copies.
  await app.register(fastifyStatic, { root: FOLDER, serve: false, logLevel: "silent", preCompressed: true });
  const config = { scope: "public" };
  const schema = { hide: true };
  const page = ({ url, headers }: FastifyRequest, reply: FastifyReply) =>
    // Without cookies, the visitor sees the sign-in page first.
    sendPage(reply, headers.cookie === undefined ? index : index.replace("</head>", () => `${headOf(url)}</head>`));

  app.get("/", { config, schema }, (_request, reply) => reply.redirect("/dashboard/"));
  app.get("/dashboard", { config, schema }, page);
  app.get("/dashboard/icon.svg", { config, schema }, (_request, reply) =>
    reply.header("x-content-type-options", "nosniff").sendFile("icon.svg"),
  );
  app.get("/dashboard/assets/*", { config, schema: { ...schema, params: asset } }, (request, reply) =>
    reply
      // Their names contain a digest of their content.
      .sendFile(`assets/${request.params["*"]}`, { maxAge: A_YEAR_MS, immutable: true }),
  );
  app.get("/dashboard/*", { config, schema }, page);
  // For recipients: the rest of the path is a secret, which must not reach other sites or search engines.
  app.get("/invite/*", { config, schema }, (_request, reply) =>
    sendPage(reply.header("x-robots-tag", "noindex"), invite, "no-referrer"),
  );
  // The same for customers who pay an invoice.
  app.get("/pay/*", { config, schema }, (_request, reply) =>
    sendPage(reply.header("x-robots-tag", "noindex"), pay, "no-referrer"),
  );
}

/**
 * Written by the dashboard's build (dashboard/page-scripts.ts): the files of each page, and what it reads first, by its address
 * below /dashboard.
 */
const PAGES = "pages.json";
/** What every page reads before it shows anything. */
const SESSION = readEarly("/api/v1/session");

/** For an address, links to the scripts, styles, and data of its page: the browser loads them with the shared scripts. */
function pageHeads(): (url: string) => string {
  if (!existsSync(join(FOLDER, PAGES))) return () => "";
  // Written by that build with these types.
  const pages = JSON.parse(readFileSync(join(FOLDER, PAGES), "utf8")) as {
    path: string;
    files: string[];
    reads: string[];
  }[];
  const heads = pages.map(({ path, files, reads }) => ({
    parts: path.split("/").slice(1),
    files: files.map(linkTo).join(""),
    reads: reads.map(readEarly).join(""),
  }));
  return (url) => {
    const { pathname, search } = new URL(url, "http://localhost");
    const parts = pathname
      .replace(/^\/dashboard\/?/, "")
      .replace(/\/$/, "")
      .split("/");
    const fitting = heads.filter(
      (page) =>
        page.parts.length === parts.length &&
        page.parts.every((part, index) => part.startsWith("$") || part === parts[index]),
    );
    // An address with a name of its own, such as `new`, before one with an ID in that place.
    const found = fitting.find((page) => !page.parts.some((part) => part.startsWith("$"))) ?? fitting[0];
    if (found === undefined) return "";
    // The data first: it is small, and waits for the service rather than for the line.
    return `${SESSION}${search === "" ? found.reads : ""}${found.files}`;
  };
}

/** With the session's cookie, as the page's own requests, which then use this answer. */
function readEarly(path: string): string {
  return `<link rel="preload" as="fetch" crossorigin href="${path.replaceAll("&", "&amp;")}">`;
}

const linkTo = (file: string): string =>
  file.endsWith(".css")
    ? `<link rel="preload" as="style" crossorigin href="/dashboard/${file}">`
    : `<link rel="modulepreload" crossorigin href="/dashboard/${file}">`;

function sendPage(reply: FastifyReply, index: string, referrerPolicy = "same-origin"): FastifyReply {
  const nonce = randomBytes(18).toString("base64");
  return reply
    .header("content-security-policy", contentSecurityPolicy(nonce))
    .header("referrer-policy", referrerPolicy)
    .header("cross-origin-opener-policy", "same-origin")
    .type("text/html; charset=utf-8")
    .serializer(String)
    .send(index.replaceAll(NONCE, nonce));
}
