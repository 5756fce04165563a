import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** Why a request of the provider is refused (RFC 7644 §3.12); `scimType` is the standard's word, where it has one. */
export const scimRefusals = {
  scimNotUnique: {
    status: 409,
    title: "SCIM: another user or group has the name, address, or external ID",
    message: "Another {resource} already has this {attribute}.",
  },
  scimInvalidFilter: {
    status: 400,
    title: "SCIM: a filter that is not supported",
    message: "Filter by one attribute that equals a value, such as {example}.",
  },
  scimInvalidValue: {
    status: 400,
    title: "SCIM: a value is missing, or not one that can be stored",
    message: "{problem}",
  },
  lastBreakGlass: {
    status: 409,
    title: "SCIM: the user is the last administrator who gets in without the identity provider",
    message: "This is the last break-glass administrator. Two administrators choose another one in Bursar first.",
  },
  lockedInBursar: {
    status: 409,
    title: "SCIM: the user was locked in Bursar, so the provider cannot activate them",
    message: "An administrator locked this user in Bursar, and only administrators unlock them.",
  },
} as const satisfies RefusalTable;

export const refuseScim = refuser(scimRefusals);

export const invalidValue = (problem: string) =>
  refuseScim("scimInvalidValue", { details: { problem, scimType: "invalidValue" } });
