import { randomBytes } from "node:crypto";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/**
 * The text of a session cookie, an unfinished sign-in, a link, or a recipient invite: base64url of the organization's
 * id (16 bytes) and 256 random bits, opaque to its holder. A lookup therefore reads one organization and never all of
 * them.
 */
const SECRET_BYTES = 32;
const TEXT = /^[A-Za-z0-9_-]{64}$/;

export const makeSecretText = (organizationId: OrganizationId): string =>
  Buffer.concat([Buffer.from(organizationId.replaceAll("-", ""), "hex"), randomBytes(SECRET_BYTES)]).toString(
    "base64url",
  );

/** The organization in a secret, or undefined if the text does not have the format of one. */
export function organizationOfSecret(text: string): OrganizationId | undefined {
  if (!TEXT.test(text)) return undefined;
  const hex = Buffer.from(text, "base64url").subarray(0, 16).toString("hex");
  // Only the format of an id; the database knows whether the organization exists.
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") as OrganizationId;
}

/** The scope of a public route that takes a secret: the organization in the secret, if any. */
export const withinSecretOf =
  (part: "body" | "params", field: string) =>
  (request: { readonly body: unknown; readonly params: unknown }): OrganizationId | undefined => {
    const given: unknown = Object(request[part])[field];
    return typeof given === "string" ? organizationOfSecret(given) : undefined;
  };

/** The stored hash of a secret. It includes the purpose, so that a secret for one purpose is invalid for another. */
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
    | "accountValidation"
    | "device"
    | "providerAttempt",
  text: string,
): Buffer => vault.mac("tokens", `${purpose}:${text}`);
