import type { Command } from "commander";
import { readConfig } from "#kernel/process/config.ts";
import { WrongUsage } from "../action.ts";
import { fileText } from "../input-file.ts";
import type { Terminal } from "../output.ts";
import { apiClient, type WholeApiClient } from "./api-client.ts";
import { profileName, readProfiles } from "./profiles.ts";

/** Adds the options of a command that is a client of the API. */
export const withClientOptions = (command: Command): Command =>
  command
    .option("--url <url>", "the service; by default, the profile's, or PUBLIC_URL")
    .option("--token-file <path>", "a file with the API token; by default, BURSAR_TOKEN, or the profile's")
    .option("--profile <name>", "a service and its token from bursar login; by default, BURSAR_PROFILE, or the latest");

/** Where requests go, with which token, and which profile has both, if one has. */
export interface Access {
  readonly url: string;
  readonly token: string;
  readonly profile: string | undefined;
}

type ClientOptions = Readonly<Record<string, unknown>>;
const textIn = (options: ClientOptions, name: string): string | undefined =>
  typeof options[name] === "string" ? options[name] : undefined;

/** The client of a command with the options of `withClientOptions`. */
export const clientOf = (own: Terminal, options: ClientOptions): WholeApiClient => apiClient(accessOf(own, options));

/** What is named on the command line comes before the environment, and that before the profile of the latest login. */
export function accessOf({ environment }: Terminal, options: ClientOptions): Access {
  const [url, file, named] = ["url", "tokenFile", "profile"].map((name) => textIn(options, name));
  const profile = named ?? (environment["BURSAR_PROFILE"] || undefined);
  if (file !== undefined) return withoutProfile(environment, url, { text: fileText(file), from: file });
  const token = environment["BURSAR_TOKEN"]?.trim() ?? "";
  if (profile === undefined && token !== "")
    return withoutProfile(environment, url, { text: token, from: "BURSAR_TOKEN" });
  return ofProfile(environment, profile, url);
}

function ofProfile(environment: Terminal["environment"], named: string | undefined, url: string | undefined): Access {
  const { current, profiles } = readProfiles(environment);
  const name = named === undefined ? current : profileName(named);
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile === undefined)
    throw new WrongUsage(
      named === undefined
        ? "There is no API token. Run bursar login, name a file with one in --token-file, or set BURSAR_TOKEN."
        : `There is no profile ${name}. Run bursar login --profile ${name}.`,
    );
  // A token goes to the service that it was stored for, and to no other.
  if (url !== undefined && serviceUrl(url) !== profile.url)
    throw new WrongUsage(
      `The token of the profile ${name} is for ${profile.url}. Name a file with one for ${url} in --token-file.`,
    );
  return { url: profile.url, token: tokenIn(profile.token, `The token of the profile ${name}`), profile: name };
}

const withoutProfile = (
  environment: Terminal["environment"],
  url: string | undefined,
  { text, from }: { readonly text: string; readonly from: string },
): Access => ({
  url: serviceUrl(url ?? readConfig(environment).publicUrl),
  token: tokenIn(text, from),
  profile: undefined,
});

/** The token in a text that is from there. */
export function tokenIn(text: string, from: string): string {
  const token = text.trim();
  if (token === "") throw new WrongUsage(`${from} is empty. It must be an API token.`);
  // Such as a file with two lines, or of another kind. Never repeated: it may be a secret.
  if (!/^[!-~]+$/.test(token))
    throw new WrongUsage(`${from} is not an API token: it must be one line of letters, digits, and punctuation.`);
  return token;
}

/** A token must not cross a network unencrypted. */
export function serviceUrl(text: string): string {
  const url = URL.parse(text);
  const isLocal = url !== null && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  if (url === null || (url.protocol !== "https:" && !(url.protocol === "http:" && isLocal)))
    throw new WrongUsage(`--url must be an https:// address, or http:// on this machine, not "${text}".`);
  // The API's own address is as good as the service's.
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
}
