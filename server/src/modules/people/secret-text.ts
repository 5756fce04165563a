import { randomBytes } from "node:crypto";
import type { Service } from "../../kernel/process/service.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";

/**
 * What a session cookie, an unfinished sign-in, a link and a recipient invite carry: base64url of the organization's id (16 bytes) and 256
 * random bits, opaque to their holders. So a look-up goes to one organization and never across all of them.
 */
const SECRET_BYTES = 32;
const TEXT = /^[A-Za-z0-9_-]{64}$/;

export const makeSecretText = (organizationId: OrganizationId): string =>
  Buffer.concat([Buffer.from(organizationId.replaceAll("-", ""), "hex"), randomBytes(SECRET_BYTES)]).toString(
    "base64url",
  );

/** The organization a text says it belongs to, or undefined when it has not the shape of one. */
export function organizationOfSecret(text: string): OrganizationId | undefined {
  if (!TEXT.test(text)) return undefined;
  const hex = Buffer.from(text, "base64url").subarray(0, 16).toString("hex");
  // The shape of an id; whether an organization has it, the database knows.
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") as OrganizationId;
}

/** The scope of a public route that takes a secret: the organization the secret names, if it names one. */
export const withinSecretOf =
  (part: "body" | "params", field: string) =>
  (request: { readonly body: unknown; readonly params: unknown }): OrganizationId | undefined => {
    const given: unknown = Object(request[part])[field];
    return typeof given === "string" ? organizationOfSecret(given) : undefined;
  };

/** What is stored of a secret. The purpose keeps what is good for one thing from being good for another. */
export const hashOfSecret = (
  { vault }: Pick<Service, "vault">,
  purpose:
    | "session"
    | "signIn"
    | "invitation"
    | "recoveryCode"
    | "throttle"
    | "passkeyChallenge"
    | "recipientInvite"
    | "device",
  text: string,
): Buffer => vault.mac("tokens", `${purpose}:${text}`);
