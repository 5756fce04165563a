import { parseCookie, stringifySetCookie } from "cookie";
import { SECOND_MS } from "#kernel/clock/clock.ts";
import type { Config } from "#kernel/process/config.ts";
import { DEVICE_MS } from "./device.ts";
import { type OpenedSession, SESSION_MS } from "./session.ts";

type Where = Pick<Config, "publicUrl">;
type CookieName = "bursar_session" | "bursar_device";

const isSecure = ({ publicUrl }: Where): boolean => publicUrl.startsWith("https://");

/** With https, the name's prefix makes browsers reject the cookie from any other host (RFC 6265bis §4.1.3.2). */
const fullName = (where: Where, name: CookieName): string => (isSecure(where) ? `__Host-${name}` : name);

const cookie = (where: Where, name: CookieName, { value, maxAgeMs }: { value: string; maxAgeMs: number }): string =>
  stringifySetCookie({
    name: fullName(where, name),
    value,
    maxAge: maxAgeMs / SECOND_MS,
    path: "/",
    httpOnly: true,
    secure: isSecure(where),
    sameSite: "strict",
  });

/** The cookies after a sign-in: the session, and the device's identifier. */
export const sessionCookies = (where: Where, { session, device }: OpenedSession): string[] => [
  cookie(where, "bursar_session", { value: session, maxAgeMs: SESSION_MS }),
  cookie(where, "bursar_device", { value: device, maxAgeMs: DEVICE_MS }),
];
export const endedCookie = (where: Where): string => cookie(where, "bursar_session", { value: "", maxAgeMs: 0 });

/** The value of one of our cookies in a Cookie header. */
const cookieValue = (where: Where, name: CookieName, header = ""): string | undefined =>
  parseCookie(header)[fullName(where, name)] || undefined;

export const sessionSecretOf = (where: Where, header: string | undefined) =>
  cookieValue(where, "bursar_session", header);
export const deviceTextOf = (where: Where, header: string | undefined) => cookieValue(where, "bursar_device", header);
