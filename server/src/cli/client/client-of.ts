import type { Command } from "commander";
import { readConfig } from "#kernel/process/config.ts";
import { WrongUsage } from "../action.ts";
import { fileText } from "../input-file.ts";
import type { Terminal } from "../output.ts";
import { type ApiClient, apiClient } from "./api-client.ts";

/** Adds the options of a command that is a client of the API. */
export const withClientOptions = (command: Command): Command =>
  command
    .option("--url <url>", "the service; by default, PUBLIC_URL")
    .option("--token-file <path>", "a file with the API token; by default, BURSAR_TOKEN");

interface ClientOptions {
  readonly url: string | undefined;
  readonly tokenFile: string | undefined;
}

/** The client of a command with the options `--url` and `--token-file`. */
export const clientOf = (own: Terminal, options: ClientOptions): ApiClient => apiClient(accessOf(own, options));

/** Where the requests of such a command go, and with which token. */
export const accessOf = (
  own: Terminal,
  { url, tokenFile }: ClientOptions,
): { readonly url: string; readonly token: string } => ({
  url: serviceUrlOf(own, url),
  token: tokenOf(own, tokenFile),
});

/** The service that a command names, or PUBLIC_URL. */
export const serviceUrlOf = (own: Terminal, url: string | undefined): string =>
  serviceUrl(url ?? readConfig(own.environment).publicUrl);

function tokenOf({ environment }: Terminal, file: string | undefined): string {
  const token = (file === undefined ? environment["BURSAR_TOKEN"] : fileText(file))?.trim() ?? "";
  const where = file === undefined ? "BURSAR_TOKEN" : file;
  if (token === "") {
    const missing = file === undefined ? "There is no API token" : `${file} is empty`;
    throw new WrongUsage(`${missing}. Name a file with one in --token-file, or set BURSAR_TOKEN.`);
  }
  // Such as a file with two lines, or of another kind. Never repeated: it may be a secret.
  if (!/^[!-~]+$/.test(token))
    throw new WrongUsage(`${where} is not an API token: it must be one line of letters, digits, and punctuation.`);
  return token;
}

/** A token must not cross a network unencrypted. */
function serviceUrl(text: string): string {
  const url = URL.parse(text);
  const isLocal = url !== null && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  if (url === null || (url.protocol !== "https:" && !(url.protocol === "http:" && isLocal)))
    throw new WrongUsage(`--url must be an https:// address, or http:// on this machine, not "${text}".`);
  // The API's own address is as good as the service's.
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
}
