import { SECOND_MS } from "../../kernel/clock.ts";
import type { Config } from "../../kernel/config.ts";
import { SESSION_MS } from "./session.ts";

const isSecure = ({ publicUrl }: Pick<Config, "publicUrl">): boolean => publicUrl.startsWith("https://");

/** With https the name's prefix makes browsers refuse the cookie from anywhere but this very host (RFC 6265bis §4.1.3.2). */
const nameOf = (config: Pick<Config, "publicUrl">): string =>
  isSecure(config) ? "__Host-bursar_session" : "bursar_session";

const cookie = (config: Pick<Config, "publicUrl">, value: string, maxAgeSeconds: number): string =>
  `${nameOf(config)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isSecure(config) ? "; Secure" : ""}`;

export const sessionCookie = (config: Pick<Config, "publicUrl">, secret: string): string =>
  cookie(config, secret, SESSION_MS / SECOND_MS);
export const endedCookie = (config: Pick<Config, "publicUrl">): string => cookie(config, "", 0);

/** The session's secret in a Cookie header. */
export function sessionSecretOf(config: Pick<Config, "publicUrl">, header: string | undefined): string | undefined {
  const start = `${nameOf(config)}=`;
  const pair = header?.split(";").find((candidate) => candidate.trimStart().startsWith(start));
  return pair?.trim().slice(start.length) || undefined;
}
