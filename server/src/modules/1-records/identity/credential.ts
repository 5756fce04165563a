/**
 * The token in an Authorization header: Bearer (RFC 6750), or HTTP Basic with the token as user name and an empty
 * password (decision P2). A token contains a colon, so the user name does not end at the first one: exactly one
 * trailing colon is removed.
 */
export function credentialOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const space = header.indexOf(" ");
  if (space === -1) return undefined;
  const scheme = header.slice(0, space).toLowerCase();
  const value = header.slice(space + 1).trim();
  if (value === "") return undefined;
  if (scheme === "bearer") return value;
  if (scheme !== "basic") return undefined;
  const userAndPassword = Buffer.from(value, "base64").toString("utf8");
  const token = userAndPassword.endsWith(":") ? userAndPassword.slice(0, -1) : userAndPassword;
  return token === "" ? undefined : token;
}
