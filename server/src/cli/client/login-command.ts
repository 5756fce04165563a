import type { Command } from "commander";
import { readConfig } from "#kernel/process/config.ts";
import { action, type Outcome, WrongUsage } from "../action.ts";
import { fileText } from "../input-file.ts";
import { asDollars, count, dayInNewYork, type Terminal, table } from "../output.ts";
import { commandIn } from "../settings-options.ts";
import { answerBody, apiClient } from "./api-client.ts";
import { accessOf, serviceUrl, tokenIn, withClientOptions } from "./client-of.ts";
import { DEFAULT_PROFILE, profileName, profilesPath, readProfiles, writeProfiles } from "./profiles.ts";

/** What `GET /token` says, as far as it is shown (api/openapi.json). */
export interface OwnToken {
  readonly name: string;
  readonly kind: string;
  readonly mode: "sandbox" | "production";
  readonly scopes: readonly string[];
  readonly allowlist: readonly string[];
  readonly organization: { readonly id: string; readonly legalBusinessName: string };
  readonly limits: {
    readonly perPayment: number | null;
    readonly perDay: { readonly limit: number; readonly left: number } | null;
    readonly requestsPerMinute: { readonly limit: number };
  };
  readonly expiresAt: string | null;
}

/** `bursar login`: stores a token, which the service has recognized, under a name. */
export function loginCommand(program: Command, terminal: Terminal): void {
  const command = withClientOptions(
    commandIn(program, {
      name: "login",
      description:
        "store a service and an API token for later commands; the token is read from a prompt or standard input, which keeps it out of the shell's history and the process list",
      examples: [
        "bursar login",
        "bursar login --profile live --url https://bursar.example.com",
        "bursar login < token.txt",
      ],
    }),
  );
  action(command, terminal, async (own, options) => {
    const text = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
    const { environment } = own;
    // Found out before a person pastes a token.
    const path = profilesPath(environment);
    const stored = readProfiles(environment);
    const name = profileName(text("profile") ?? (environment["BURSAR_PROFILE"] || DEFAULT_PROFILE));
    const before = Object.hasOwn(stored.profiles, name) ? stored.profiles[name] : undefined;
    const url = serviceUrl(text("url") ?? before?.url ?? readConfig(environment).publicUrl);
    const file = text("tokenFile");
    const given = file === undefined ? await (own.askSecret ?? own.ask)(`API token for ${url}: `) : fileText(file);
    const token = tokenIn(given, file ?? "The answer");
    const found = answerBody<OwnToken>(await apiClient({ url, token }).get("/token", "scopes"));
    writeProfiles(environment, { current: name, profiles: { ...stored.profiles, [name]: { url, token } } });
    const { organization, mode } = found;
    return {
      json: { profile: name, url, mode, organization, file: path },
      text: `Logged in to ${organization.legalBusinessName} (${mode}) at ${url} as the profile ${name}. The token is in ${path}.`,
    };
  });
}

/** `bursar logout`: forgets a profile. */
export function logoutCommand(program: Command, terminal: Terminal): void {
  const command = commandIn(program, {
    name: "logout",
    description: "forget the token of a profile on this machine; the token works until it is revoked or expires",
    examples: ["bursar logout", "bursar logout staging"],
  }).argument("[profile]", "its name; by default, that of the latest login");
  action(command, terminal, async (own, _options, [given]) => {
    const stored = readProfiles(own.environment);
    const name = given === undefined ? stored.current : profileName(given);
    if (!Object.hasOwn(stored.profiles, name)) throw new WrongUsage(`There is no profile ${name}.`);
    const { [name]: forgotten, ...profiles } = stored.profiles;
    const current = name === stored.current ? (Object.keys(profiles)[0] ?? DEFAULT_PROFILE) : stored.current;
    writeProfiles(own.environment, { current, profiles });
    return {
      json: { profile: name, url: forgotten?.url },
      text: `The profile ${name} is forgotten. Its token works until it is revoked in the dashboard.`,
    };
  });
}

/** `bursar whoami`: what the token is, and what it may do. */
export function whoamiCommand(program: Command, terminal: Terminal): void {
  const command = withClientOptions(
    commandIn(program, {
      name: "whoami",
      description: "show the service, the organization, and what the token may do, or all stored profiles with --all",
      examples: ["bursar whoami", "bursar whoami --profile live", "bursar whoami --all"],
    }).option("--all", "all of them"),
  );
  action(command, terminal, async (own, options) => {
    if (options["all"] === true) return storedProfiles(own);
    const access = accessOf(own, options);
    const token = answerBody<OwnToken>(await apiClient(access).get("/token", "scopes"));
    const { url, profile } = access;
    return { json: { profile: profile ?? null, url, ...token }, text: factsOf(token, { url, profile }) };
  });
}

function storedProfiles(own: Terminal): Outcome {
  const { current, profiles } = readProfiles(own.environment);
  const rows = Object.entries(profiles).map(([name, { url }]) => ({ name, url, isCurrent: name === current }));
  const columns = [
    { title: "profile", value: ({ name }: (typeof rows)[number]) => name },
    { title: "service", value: ({ url }: (typeof rows)[number]) => url, flexible: true },
    { title: "used", value: ({ isCurrent }: (typeof rows)[number]) => (isCurrent ? "by default" : "") },
  ];
  return {
    json: rows,
    text: rows.length === 0 ? "There is no profile yet. Run bursar login." : table(columns, rows, own.screen?.()),
  };
}

function factsOf(token: OwnToken, { url, profile }: { readonly url: string; readonly profile: string | undefined }) {
  const { organization, mode, name, kind, scopes, allowlist, limits, expiresAt } = token;
  const { perPayment, perDay, requestsPerMinute } = limits;
  const facts: readonly (readonly [string, string])[] = [
    ["organization", organization.legalBusinessName],
    ["service", `${url} (${mode})`],
    ...(profile === undefined ? [] : [["profile", profile] as const]),
    ["token", `${name} (${kind}${expiresAt === null ? "" : `, expires ${dayInNewYork(expiresAt)}`})`],
    ["may", `${scopes.join(", ")}`],
    ["sends from", allowlist.length === 0 ? "nowhere: payments need approval" : allowlist.join(", ")],
    ["per payment", perPayment === null ? "no limit" : `$${asDollars(perPayment)}`],
    ["per day", perDay === null ? "no limit" : `$${asDollars(perDay.limit)}, $${asDollars(perDay.left)} left today`],
    ["requests", `${count(requestsPerMinute.limit, "request")} per minute`],
  ];
  return facts.map(([title, value]) => `${`${title}:`.padEnd(14)}${value}`).join("\n");
}
