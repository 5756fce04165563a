import { isIP } from "node:net";
import { isAllowedTarget, isLoopbackName } from "../sender/target-address.ts";

/** What this installation allows in a webhook URL. Production: neither; sandbox mode: both. */
export type WebhookUrlRules = {
  readonly allowHttp: boolean;
  readonly allowLoopback: boolean;
};

/** What is wrong with a URL: the stable code in the delivery log. */
export type WebhookUrlFault = "invalidUrl" | "scheme" | "userInfo" | "port" | "privateAddress";

export type CheckedWebhookUrl =
  | { readonly ok: true; readonly url: URL; readonly hostname: string }
  | { readonly ok: false; readonly fault: WebhookUrlFault; readonly problem: string };

/** Below, every port but these two belongs to another protocol, such as mail, whose servers may accept our lines. */
const FIRST_FREE_PORT = 1_024;
const webPorts: readonly number[] = [80, 443];

const isWebPort = (port: number): boolean => port >= FIRST_FREE_PORT || webPorts.includes(port);

/** Longest URL accepted, in characters. */
export const webhookUrlLengthMax = 2048;

/**
 * What is wrong with a webhook URL, as a sentence, or undefined if it is valid (wire contract §4.13: https). Used on
 * entry, without name resolution, because a name's address can change; the sender checks the address at each
 * connection.
 */
export function webhookUrlProblem(url: string, rules: WebhookUrlRules): string | undefined {
  const checked = checkWebhookUrl(url, rules);
  return checked.ok ? undefined : checked.problem;
}

/**
 * Parses and checks a webhook URL. Both the entry check and the sender use it, so they cannot interpret a text
 * differently. The WHATWG parser normalizes every spelling of an IPv4 address (decimal, octal, hexadecimal, short,
 * full-width, percent-encoded) before the address is checked.
 */
export function checkWebhookUrl(text: string, rules: WebhookUrlRules): CheckedWebhookUrl {
  if (text.length === 0) return no("invalidUrl", "The webhook URL is empty.");
  if (text.length > webhookUrlLengthMax) {
    return no("invalidUrl", `The webhook URL is longer than ${webhookUrlLengthMax} characters.`);
  }
  // The parser silently drops or rewrites these; the stored URL would then differ from the called one.
  if (/[\s\p{Cc}\\]/u.test(text)) {
    return no("invalidUrl", "The webhook URL must not contain spaces, control characters or backslashes.");
  }
  const url = URL.parse(text);
  if (url === null) return no("invalidUrl", "The webhook URL is not a valid absolute URL.");
  return checkParsedUrl(url, rules);
}

function checkParsedUrl(url: URL, rules: WebhookUrlRules): CheckedWebhookUrl {
  if (url.protocol !== "https:" && !(url.protocol === "http:" && rules.allowHttp)) {
    return no("scheme", `The webhook URL must start with https://${rules.allowHttp ? " or http://" : ""}.`);
  }
  if (url.username !== "" || url.password !== "") {
    return no("userInfo", "The webhook URL must not contain a user name or password.");
  }
  if (url.href.includes("#")) return no("invalidUrl", "The webhook URL must not contain a fragment (#).");
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  if (!isWebPort(port)) {
    const rule = `Use ${webPorts.join(", ")}, or a port from ${FIRST_FREE_PORT} on.`;
    return no("port", `The webhook URL must not use port ${port}. ${rule}`);
  }
  const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const forbidden = isIP(hostname)
    ? !isAllowedTarget(hostname, rules)
    : isLoopbackName(hostname) && !rules.allowLoopback;
  if (forbidden) {
    return no("privateAddress", "The webhook URL must point to a public address, not to a private or reserved one.");
  }
  return { ok: true, url, hostname };
}

function no(fault: WebhookUrlFault, problem: string): CheckedWebhookUrl {
  return { ok: false, fault, problem };
}
