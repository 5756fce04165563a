import { readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { type Needed, readHosts } from "../sql/hosts/host-list.ts";

export type Mode = "sandbox" | "production";
export type ProcessRole = "api" | "worker";
export type LogFormat = "text" | "json";

/** The effective configuration, from the environment and flags (docs/spec/operations.md). */
export interface Config {
  readonly mode: Mode;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly databaseUrl: string | undefined;
  /** A replica for lists, reports, and exports. */
  readonly databaseReplicaUrl: string | undefined;
  readonly dataDir: string;
  /** S3-compatible storage for attachments; if undefined, they are files in the data folder. */
  readonly attachments: AttachmentStorage | undefined;
  /** Text of the master key(s), or undefined: sandbox mode then creates one in the data folder. */
  readonly masterKey: string | undefined;
  /** The program that prints the master key(s), and its arguments. */
  readonly masterKeyCommand: readonly string[] | undefined;
  /** The server that sends email; if undefined, emails are written as files to the data folder. */
  readonly smtpUrl: string | undefined;
  /** The sender of email: an address, or `Name <address>`. */
  readonly mailFrom: string;
  readonly trustedProxies: readonly string[];
  readonly roles: readonly ProcessRole[];
  readonly clock: "system" | "virtual";
  /** Connections to the PostgreSQL server. */
  readonly poolSize: number;
  /** Payments that may wait for the writer before the service replies with 503. */
  readonly queueLimit: number;
  /** Requests per minute for a token without its own limit. */
  readonly rateLimitPerMinute: number;
  /** How long a stopping process continues to serve after it reports that it is not ready. */
  readonly drainSeconds: number;
  /** Text for people on standard error, or JSON for programs on standard output. */
  readonly logFormat: LogFormat;
  readonly logLevel: string;
  /** The share of requests that get a line in the log. */
  readonly loggedRequests: number;
  /** The base address of the OpenTelemetry collector that receives traces and metrics; undefined = neither is made. */
  readonly telemetryEndpoint: string | undefined;
  /** Which pages for operators and developers are public. */
  readonly openPages: readonly OpenPage[];
  /** Where to report a vulnerability: a mailto: or https: address, shown in /.well-known/security.txt. */
  readonly securityContact: string | undefined;
  /** The program that screens recipients, for organizations that choose it. */
  readonly screeningCommand: string | undefined;
  /** The Federal Reserve's directory of routing numbers, from which names of banks are shown. */
  readonly bankDirectory: string | undefined;
  /** Hosts of identity providers that may be at private addresses. */
  readonly internalProviders: readonly string[];
}

export interface AttachmentStorage {
  /** The bucket in path style, and a prefix if any: `https://s3.example.com/bucket/prefix`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type OpenPage = (typeof openPageNames)[number];
const openPageNames = ["metrics", "docs"] as const;

/**
 * Every setting: its variable, its flag, and how it is shown. `bursar config` and `--help` are made from this
 * table; docs/spec/operations.md explains each.
 */
export const settings = [
  { name: "BURSAR_MODE", flag: "--mode", fallback: "sandbox", meaning: "sandbox or production" },
  { name: "HOST", flag: "--host", fallback: "127.0.0.1", meaning: "address to listen on" },
  { name: "PORT", flag: "--port", fallback: "8080", meaning: "port to listen on (0 = any free one)" },
  {
    name: "PUBLIC_URL",
    flag: "--public-url",
    fallback: "http://HOST:PORT",
    meaning: "base of the links that the service sends",
  },
  {
    name: "DATABASE_URL",
    flag: "--database-url",
    fallback: "embedded database",
    meaning:
      "PostgreSQL 15 or newer, directly or through PgBouncer, with standbys if any: postgres://db1,db2:5433/bursar",
    secret: true,
  },
  {
    name: "DATABASE_REPLICA_URL",
    flag: "--database-replica-url",
    fallback: "none",
    meaning: "streaming replicas of DATABASE_URL for lists, reports, and exports",
    secret: true,
  },
  {
    name: "BURSAR_DATA_DIR",
    flag: "--data-dir",
    fallback: "./data",
    meaning: "embedded database, attachments, keys, demo.json",
  },
  {
    name: "BURSAR_ATTACHMENTS_URL",
    flag: "--attachments-url",
    fallback: "DATA_DIR/attachments",
    meaning: "S3-compatible storage for attachments: https://s3.example.com/bucket/prefix (path style)",
  },
  { name: "S3_REGION", flag: "--s3-region", fallback: "us-east-1", meaning: "region of that storage" },
  { name: "S3_ACCESS_KEY_ID", flag: "--s3-access-key-id", fallback: "none", meaning: "access key of that storage" },
  {
    name: "S3_SECRET_ACCESS_KEY",
    flag: "--s3-secret-access-key",
    fallback: "none",
    meaning: "secret of that access key",
    secret: true,
  },
  {
    name: "BURSAR_MASTER_KEY",
    flag: "--master-key",
    fallback: "sandbox: created in the data folder",
    meaning: "key that wraps the data keys: 32 bytes as base64 or hex; older keys may follow, separated by commas",
    secret: true,
  },
  { name: "BURSAR_MASTER_KEY_FILE", flag: "--master-key-file", fallback: "none", meaning: "file that contains it" },
  {
    name: "BURSAR_MASTER_KEY_COMMAND",
    flag: "--master-key-command",
    fallback: "none",
    meaning: "program that prints it, such as a client of a key management service (docs/operate/keys.md)",
    // Its arguments may be.
    secret: true,
  },
  {
    name: "SMTP_URL",
    flag: "--smtp-url",
    fallback: "emails are written to DATA_DIR/mails",
    meaning: "server that sends email: smtp://user:password@host:587 or smtps://…:465",
    secret: true,
  },
  {
    name: "MAIL_FROM",
    flag: "--mail-from",
    fallback: "Bursar <bursar@host of PUBLIC_URL>",
    meaning: "sender of email",
  },
  {
    name: "TRUSTED_PROXIES",
    flag: "--trusted-proxies",
    fallback: "none",
    meaning: "addresses or CIDRs whose X-Forwarded-For is trusted",
  },
  { name: "BURSAR_ROLES", flag: "--roles", fallback: "api,worker", meaning: "what this process does" },
  {
    name: "BURSAR_CLOCK",
    flag: "--clock",
    fallback: "system",
    meaning: "virtual (sandbox only): time moves only through the sandbox route",
  },
  {
    name: "BURSAR_POOL_SIZE",
    flag: "--pool-size",
    fallback: "10",
    meaning: "connections of this process to the PostgreSQL server, at most",
  },
  {
    name: "BURSAR_QUEUE_LIMIT",
    flag: "--queue-limit",
    fallback: "4096",
    meaning: "payments that may wait for the writer before the reply is 503",
  },
  {
    name: "BURSAR_RATE_LIMIT_PER_MINUTE",
    flag: "--rate-limit-per-minute",
    fallback: "6000",
    meaning: "requests per minute and token, unless the token has its own limit",
  },
  {
    name: "BURSAR_DRAIN_SECONDS",
    flag: "--drain-seconds",
    fallback: "0",
    meaning:
      "how long a stopping process serves after /readyz reports it, so that a proxy notices (docs/operate/several-nodes.md)",
  },
  {
    name: "BURSAR_OPEN_PAGES",
    flag: "--open-pages",
    fallback: "metrics,docs",
    meaning: "pages that need no token: metrics, docs (with the OpenAPI documents), both, or none",
  },
  {
    name: "BURSAR_SECURITY_CONTACT",
    flag: "--security-contact",
    fallback: "none",
    meaning: "mailto: or https: address for vulnerability reports, shown in /.well-known/security.txt",
  },
  {
    name: "BURSAR_SCREENING_COMMAND",
    flag: "--screening-command",
    fallback: "none",
    meaning: "program that screens recipients, as an absolute path (docs/operate/screening.md)",
  },
  {
    name: "BURSAR_BANK_DIRECTORY",
    flag: "--bank-directory",
    fallback: "none",
    meaning: "the Federal Reserve's FedACH or Fedwire participant file, for names of banks, as an absolute path",
  },
  {
    name: "BURSAR_LOG",
    flag: "--log",
    fallback: "text",
    meaning:
      "text, on standard error, or json: one line for each request and message, and nothing else on standard output",
  },
  {
    name: "BURSAR_LOG_LEVEL",
    flag: "--log-level",
    fallback: "warn, or info with --log json",
    meaning: "debug, info, warn, error or silent; requests are info",
  },
  {
    name: "BURSAR_LOG_REQUESTS",
    flag: "--log-requests",
    fallback: "1",
    meaning: "share of requests that get a line, from 0 to 1; those that fail with 500 or more always do",
  },
  {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    flag: "--otlp-endpoint",
    fallback: "none",
    meaning: "OpenTelemetry collector that receives traces and metrics (docs/operate/watching.md)",
  },
  {
    name: "BURSAR_INTERNAL_PROVIDERS",
    flag: "--internal-providers",
    fallback: "none",
    meaning: "hosts of identity providers at private addresses, separated by commas (docs/operate/single-sign-on.md)",
  },
] as const satisfies readonly { name: string; flag: string; fallback: string; meaning: string; secret?: boolean }[];

export type SettingName = (typeof settings)[number]["name"];
export type Environment = Readonly<Partial<Record<string, string>>>;

/** An invalid setting; the message names it and the accepted values. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Reads and validates the configuration; throws one ConfigError with every problem. */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const text = (name: SettingName): string | undefined => environment[name]?.trim() || undefined;
  const oneOf = <T extends string>(name: SettingName, accepted: readonly T[], fallback: T): T => {
    const value = text(name);
    const found = accepted.find((candidate) => candidate === value);
    if (value !== undefined && found === undefined)
      problems.push(`${name} must be ${accepted.join(" or ")}, not "${value}"`);
    return found ?? fallback;
  };
  const integer = (name: SettingName, fallback: number, [least, most]: readonly [number, number]): number => {
    const value = text(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,9}$/.test(value) ? Number.parseInt(value, 10) : -1;
    if (number < least || number > most)
      problems.push(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
    return number;
  };
  const mode = oneOf("BURSAR_MODE", ["sandbox", "production"], "sandbox");
  const logFormat = oneOf("BURSAR_LOG", ["text", "json"], "text");
  const host = text("HOST") ?? "127.0.0.1";
  const port = integer("PORT", 8080, [0, 65_535]);
  const publicUrl =
    parsePublicUrl(text("PUBLIC_URL"), problems) ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const config: Config = {
    mode,
    host,
    port,
    publicUrl,
    databaseUrl: text("DATABASE_URL"),
    databaseReplicaUrl: text("DATABASE_REPLICA_URL"),
    dataDir: resolve(text("BURSAR_DATA_DIR") ?? "data"),
    attachments: parseStorage(text, problems),
    masterKey: text("BURSAR_MASTER_KEY") ?? readKeyFile(text("BURSAR_MASTER_KEY_FILE"), problems),
    masterKeyCommand: parseKeyCommand(text, problems),
    smtpUrl: parseSmtpUrl(text("SMTP_URL"), problems),
    mailFrom: parseMailFrom(text("MAIL_FROM"), problems) ?? `Bursar <bursar@${mailHostOf(publicUrl)}>`,
    trustedProxies: parseProxies(text("TRUSTED_PROXIES") ?? "", problems),
    roles: parseRoles(text("BURSAR_ROLES") ?? "api,worker", problems),
    clock: oneOf("BURSAR_CLOCK", ["system", "virtual"], "system"),
    poolSize: integer("BURSAR_POOL_SIZE", 10, [2, 200]),
    queueLimit: integer("BURSAR_QUEUE_LIMIT", 4096, [1, 1_000_000]),
    rateLimitPerMinute: integer("BURSAR_RATE_LIMIT_PER_MINUTE", 6000, [1, 100_000_000]),
    drainSeconds: integer("BURSAR_DRAIN_SECONDS", 0, [0, 300]),
    openPages: parseOpenPages(text("BURSAR_OPEN_PAGES") ?? "metrics,docs", problems),
    securityContact: parseContact(text("BURSAR_SECURITY_CONTACT"), problems),
    screeningCommand: parsePath("BURSAR_SCREENING_COMMAND", "program", { text, problems }),
    bankDirectory: parsePath("BURSAR_BANK_DIRECTORY", "file", { text, problems }),
    internalProviders: parseHosts(text("BURSAR_INTERNAL_PROVIDERS") ?? "", problems),
    logFormat,
    // A person at a terminal reads what is wrong; a program that collects lines reads what happened.
    logLevel: oneOf(
      "BURSAR_LOG_LEVEL",
      ["debug", "info", "warn", "error", "silent"],
      logFormat === "json" ? "info" : "warn",
    ),
    loggedRequests: parseShare("BURSAR_LOG_REQUESTS", text("BURSAR_LOG_REQUESTS"), problems),
    telemetryEndpoint: parseEndpoint(text("OTEL_EXPORTER_OTLP_ENDPOINT"), problems),
  };
  problems.push(...databaseProblems(config), ...productionProblems(config));
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  return config;
}

/** The URLs are secrets, so no problem repeats them. */
function databaseProblems({ databaseUrl, databaseReplicaUrl }: Config): readonly string[] {
  return [
    ...(databaseUrl === undefined ? [] : urlProblems("DATABASE_URL", databaseUrl, "primary")),
    ...(databaseReplicaUrl === undefined ? [] : urlProblems("DATABASE_REPLICA_URL", databaseReplicaUrl, "standby")),
    ...(databaseReplicaUrl === undefined || databaseUrl !== undefined
      ? []
      : ["DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica"]),
  ];
}

function urlProblems(name: SettingName, url: string, used: Needed): readonly string[] {
  // The driver takes any other text for the name of a database on an unknown host.
  if (!/^(?:postgres(?:ql)?:\/\/|socket:|\/)/i.test(url))
    return [`${name} must be a URL such as postgres://user@host:5432/bursar`];
  try {
    const { needs = used } = readHosts(url, used);
    if (needs === used) return [];
    return [`${name}: target_session_attrs must be ${used === "primary" ? "read-write" : "standby"}`];
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : "it cannot be read"}`];
  }
}

function productionProblems(config: Config): readonly string[] {
  if (config.mode !== "production") return [];
  return [
    ...(config.databaseUrl ? [] : ["production mode needs DATABASE_URL: a PostgreSQL server (15 or newer)"]),
    ...((config.masterKey ?? config.masterKeyCommand)
      ? []
      : [
          "production mode needs BURSAR_MASTER_KEY_FILE, BURSAR_MASTER_KEY_COMMAND, or BURSAR_MASTER_KEY (openssl rand -base64 32)",
        ]),
    ...(config.publicUrl.startsWith("https://") ? [] : ["production mode needs PUBLIC_URL to start with https://"]),
    ...(config.clock === "system" ? [] : ["BURSAR_CLOCK=virtual requires sandbox mode"]),
  ];
}

function readKeyFile(path: string | undefined, problems: string[]): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch {
    problems.push(`BURSAR_MASTER_KEY_FILE: cannot read ${path}`);
    return undefined;
  }
}

/**
 * Program and arguments: a JSON array, or words separated by spaces. There is no shell, so what means something to one is
 * refused outside an array instead of being passed on as text. Arguments may be secrets, so no problem repeats them.
 */
function parseKeyCommand(
  text: (name: SettingName) => string | undefined,
  problems: string[],
): readonly string[] | undefined {
  const command = text("BURSAR_MASTER_KEY_COMMAND");
  if (command === undefined) return undefined;
  const report = (problem: string) => void problems.push(`BURSAR_MASTER_KEY_COMMAND ${problem}`);
  const other = (["BURSAR_MASTER_KEY", "BURSAR_MASTER_KEY_FILE"] as const).find((name) => text(name) !== undefined);
  if (other !== undefined) report(`and ${other} are both set: unset one`);
  const isArray = command.startsWith("[");
  if (!isArray && /["'`$|&;<>()*?\\~]/.test(command))
    report('is not run by a shell: write it as a JSON array, such as ["/usr/bin/age", "--decrypt", "master.key.age"]');
  const words = isArray ? parseWords(command) : command.split(/\s+/);
  if (words === undefined) report("must be a JSON array of texts, or words separated by spaces");
  else if (!isAbsolute(words[0] ?? "")) report("must begin with the absolute path of a program");
  return words;
}

function parseWords(json: string): readonly string[] | undefined {
  try {
    const words: unknown = JSON.parse(json);
    const isWord = (word: unknown): word is string => typeof word === "string" && !word.includes("\0");
    return Array.isArray(words) && words.every(isWord) ? words : undefined;
  } catch {
    return undefined;
  }
}

function parsePublicUrl(text: string | undefined, problems: string[]): string | undefined {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && /^https?:\/\//.test(text)) return text.replace(/\/+$/, "");
  problems.push(`PUBLIC_URL must be an http or https URL, not "${text}"`);
  return undefined;
}

function parseStorage(
  text: (name: SettingName) => string | undefined,
  problems: string[],
): AttachmentStorage | undefined {
  const url = text("BURSAR_ATTACHMENTS_URL");
  if (url === undefined) return undefined;
  const parsed = URL.parse(url);
  const hasBucket = parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.pathname.length > 1;
  if (!hasBucket || parsed.search !== "" || parsed.hash !== "" || parsed.username !== "")
    problems.push(`BURSAR_ATTACHMENTS_URL must be a URL such as https://s3.example.com/bucket, not "${url}"`);
  const [accessKeyId, secretAccessKey] = [text("S3_ACCESS_KEY_ID"), text("S3_SECRET_ACCESS_KEY")];
  if (accessKeyId === undefined || secretAccessKey === undefined)
    problems.push("BURSAR_ATTACHMENTS_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY");
  return {
    url,
    region: text("S3_REGION") ?? "us-east-1",
    accessKeyId: accessKeyId ?? "",
    secretAccessKey: secretAccessKey ?? "",
  };
}

/** The value is a secret, so no problem repeats it. */
function parseSmtpUrl(text: string | undefined, problems: string[]): string | undefined {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && /^smtps?:\/\/./.test(text) && new URL(text).hostname !== "") return text;
  problems.push("SMTP_URL must be a URL such as smtp://user:password@mail.example.com:587 or smtps://…:465");
  return undefined;
}

function parseMailFrom(text: string | undefined, problems: string[]): string | undefined {
  if (text === undefined || /^(?:[^<>@\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(text)) return text;
  problems.push(`MAIL_FROM must be an address or Name <address>, not "${text}"`);
  return undefined;
}

function parseHosts(text: string, problems: string[]): readonly string[] {
  const hosts = text.split(",").flatMap((host) => host.trim().toLowerCase() || []);
  for (const host of hosts) {
    if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host))
      problems.push(`BURSAR_INTERNAL_PROVIDERS must be host names such as idp.example.com, not "${host}"`);
  }
  return hosts;
}

/** An IP address is not a valid mail domain. An invalid HOST or PORT is reported elsewhere. */
function mailHostOf(publicUrl: string): string {
  const hostname = URL.parse(publicUrl)?.hostname ?? "localhost";
  return /^[\d.]+$|^\[/.test(hostname) ? "localhost" : hostname;
}

function parseProxies(text: string, problems: string[]): readonly string[] {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  for (const entry of entries) {
    if (!ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry))
      problems.push(`TRUSTED_PROXIES must name addresses or CIDR blocks, not "${entry}"`);
    else if (isWideBlock(entry))
      problems.push(`TRUSTED_PROXIES must not trust all of "${entry}": anyone there could claim any address`);
  }
  return entries;
}

/** Private networks are no wider than /8 (10.0.0.0) and /8 (fd00::); an IPv4 block may be written as a mapped one. */
function isWideBlock(entry: string): boolean {
  if (!ipaddr.isValidCIDR(entry)) return false;
  const [address, prefix] = ipaddr.parseCIDR(entry);
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
  return prefix < (isMapped ? 104 : 8);
}

function parseRoles(text: string, problems: string[]): readonly ProcessRole[] {
  const names = text.split(/[\s,]+/).filter(Boolean);
  const roles = names.filter((name): name is ProcessRole => name === "api" || name === "worker");
  if (roles.length === 0 || roles.length !== names.length)
    problems.push(`BURSAR_ROLES must name api, worker or both, not "${text}"`);
  return roles;
}

function parseOpenPages(text: string, problems: string[]): readonly OpenPage[] {
  const names = text === "none" ? [] : text.split(/[\s,]+/).filter(Boolean);
  const unknown = names.filter((name) => !openPageNames.some((page) => page === name));
  if (unknown.length > 0) problems.push(`BURSAR_OPEN_PAGES must be metrics, docs, both or none, not "${text}"`);
  return openPageNames.filter((name) => names.includes(name));
}

function parseContact(text: string | undefined, problems: string[]): string | undefined {
  if (text === undefined || (URL.canParse(text) && /^(?:mailto:.|https:\/\/.)[!-~]+$/.test(text))) return text;
  problems.push(`BURSAR_SECURITY_CONTACT must be a mailto: or https: address, not "${text}"`);
  return undefined;
}

function parseShare(name: SettingName, text: string | undefined, problems: string[]): number {
  if (text === undefined) return 1;
  const share = /^\d{1,3}(?:\.\d{1,9})?$/.test(text) ? Number(text) : -1;
  if (share >= 0 && share <= 1) return share;
  problems.push(`${name} must be a number from 0 to 1, not "${text}"`);
  return 1;
}

/** The text may contain a password, so no problem repeats it. */
function parseEndpoint(text: string | undefined, problems: string[]): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "" && url.username === "")
    return text.replace(/\/+$/, "");
  problems.push(
    "OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL such as http://localhost:4318; credentials belong into OTEL_EXPORTER_OTLP_HEADERS",
  );
  return undefined;
}

/** A relative path would depend on the folder in which the service was started. */
function parsePath(
  name: SettingName,
  kind: "program" | "file",
  { text, problems }: { readonly text: (name: SettingName) => string | undefined; readonly problems: string[] },
): string | undefined {
  const path = text(name);
  if (path === undefined || isAbsolute(path)) return path;
  problems.push(`${name} must be the absolute path of a ${kind}, not "${path}"`);
  return undefined;
}

export const masterKeyFileOf = (config: Config): string => join(config.dataDir, "master.key");
