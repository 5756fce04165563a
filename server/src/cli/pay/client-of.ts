import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { readConfig } from "#kernel/process/config.ts";
import { fileText } from "../input-file.ts";
import type { Terminal } from "../output.ts";
import { type ApiClient, apiClient } from "./api-client.ts";

/** The client of a command with the options `--url` and `--token-file`. */
export const clientOf = (
  own: Terminal,
  { url, tokenFile }: { readonly url: string | undefined; readonly tokenFile: string | undefined },
): ApiClient =>
  apiClient({ url: serviceUrl(url ?? readConfig(own.environment).publicUrl), token: tokenOf(own, tokenFile) });

function tokenOf({ environment }: Terminal, file: string | undefined): string {
  const token = (file === undefined ? environment["BURSAR_TOKEN"] : fileText(file))?.trim() ?? "";
  if (token === "") throw invalidRequest([{ path: "--token-file", message: "is missing, and so is BURSAR_TOKEN" }]);
  return token;
}

/** A token must not cross a network unencrypted. */
function serviceUrl(text: string): string {
  const url = URL.parse(text);
  const isLocal = url !== null && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  if (url === null || (url.protocol !== "https:" && !(url.protocol === "http:" && isLocal)))
    throw invalidRequest([{ path: "--url", message: "must be an https:// address, or http:// on this machine" }]);
  return url.href.replace(/\/+$/, "");
}
