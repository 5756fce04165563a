import { relative } from "node:path";
import type { DemoFile } from "#administration/demo/demo-file.ts";
import { embeddedFolderOf } from "#kernel/embedded/open-embedded.ts";
import type { Config } from "#kernel/process/config.ts";
import { demoFileOf } from "#kernel/process/data-folder.ts";
import { version } from "#kernel/process/version.ts";
import type { Standing } from "#kernel/sql/serving-role.ts";

export interface Started {
  readonly config: Config;
  /** Where it listens, as a URL. */
  readonly address: string;
  readonly migrated: readonly string[];
  /** The schema privileges of DATABASE_URL's role; undefined for the embedded database. */
  readonly standing: Standing | undefined;
  /** The demo organization's file, in sandbox mode, if it exists. */
  readonly demo: DemoFile | undefined;
  /** While no organization exists: the code for the first administrator. */
  readonly setup: { readonly code: string; readonly expiresAt: Date } | undefined;
}

/** The start-up message: where things are, and one command that makes a payment. */
export function welcome(started: Started): string {
  const { config, address, demo, setup } = started;
  const base = `${address}/api/v1`;
  const mode =
    config.mode === "sandbox" ? "sandbox mode: everything real except the bank, no money moves" : "production mode";
  return [
    "",
    `Bursar ${version()} is running in ${mode}.`,
    "",
    `  Dashboard  ${address}/dashboard/`,
    `  API        ${base}`,
    `  Docs       ${address}/docs/`,
    ...(demo
      ? [`  Demo       ${shortPath(demoFileOf(config.dataDir))}: tokens, users, accounts, and recipients to try`]
      : []),
    `  Database   ${databaseLine(started)}`,
    ...(demo ? ["", ...firstPayment(base, demo)] : []),
    ...(setup && config.roles.includes("api") ? ["", ...setUpHere(config, setup)] : []),
    "",
  ].join("\n");
}

function databaseLine({ config, migrated, standing }: Started): string {
  const where =
    config.databaseUrl === undefined
      ? `embedded, in ${shortPath(embeddedFolderOf(config.dataDir))}`
      : "PostgreSQL (DATABASE_URL)";
  const applied =
    migrated.length > 0 ? `, ${migrated.length} ${migrated.length === 1 ? "migration" : "migrations"} applied` : "";
  const owner = standing?.isOwner
    ? `, as the owner of its tables (${standing.role}): see bursar migrate --grant-to`
    : "";
  return `${where}${applied}${owner}`;
}

function firstPayment(base: string, demo: DemoFile): readonly string[] {
  const account = demo.accounts.find(({ kind }) => kind === "checking");
  const recipient = demo.recipients.find(({ methods }) => methods.includes("realTimePayment"));
  if (!account || !recipient) return [];
  const authorization = `-H 'Authorization: Bearer ${demo.tokens.readWrite}'`;
  const body = JSON.stringify({
    recipientId: recipient.id,
    amount: 12.5,
    paymentMethod: "realTimePayment",
    idempotencyKey: "my-first-payment",
  });
  return [
    `Pay ${recipient.name} $12.50 by real-time payment. Paste it twice: it pays once.`,
    "",
    `  curl -s ${base}/account/${account.id}/transactions \\`,
    `    ${authorization} \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '${body}'`,
    "",
    "Seconds later, the bank has confirmed it and its status is `sent`:",
    "",
    `  curl -s '${base}/transactions?order=desc&limit=1' \\`,
    `    ${authorization}`,
  ];
}

const setUpHere = ({ publicUrl }: Config, { code, expiresAt }: NonNullable<Started["setup"]>): readonly string[] => [
  `There is no organization yet. Create yours, and its first administrator, at ${publicUrl}/dashboard/setup with this code:`,
  "",
  `  ${code}`,
  "",
  `It works once, until ${expiresAt.toISOString()}. Starting again prints a new one.`,
];

/** Relative to the working directory, if that is shorter. */
function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short !== "" && !short.startsWith("..") ? short : path;
}
