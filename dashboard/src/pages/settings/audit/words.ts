import type { AuditEntry } from "../../../api/generated/types.gen.ts";

const without = {
  user: "A user",
  token: "An API token",
  bank: "The bank",
  operator: "The operator of this service",
  service: "This service",
  payee: "A payee, by invite",
} as const;

/** Who did it, by name where there is one. */
export const actorInWords = ({ type, name }: AuditEntry["actor"]): string => {
  if (name === null) return without[type];
  return type === "token" ? name.replace(/^token /, "Token ") : name;
};

/** A value of an entry, as people read it. */
export const valueInWords = (value: unknown): string => {
  if (value === undefined || value === null) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
};
