import type { Service } from "#kernel/process/service.ts";
import type { Screener } from "../screener.ts";

/**
 * Signs questions to a URL, so that a service knows that they are ours. Derived from a key outside the database rather than
 * stored; another URL has another secret.
 */
export const screenerSecret = (
  { vault }: Pick<Service, "vault">,
  { organizationId, screenerId }: Pick<Screener, "organizationId" | "screenerId">,
): string => `whsec_${vault.mac("links", `screener/${organizationId}/${screenerId}`).toString("base64")}`;
