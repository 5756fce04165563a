import type { AuditEntry } from "../../../api/generated/types.gen.ts";

const without = {
  user: "A user",
  token: "An API token",
  bank: "The bank",
  operator: "The operator",
  service: "Bursar",
  payee: "The recipient, through an invite",
  payer: "The customer, on the pay page",
} as const;

/** The actor's name, or a description of its type. */
export const actorName = ({ type, name }: AuditEntry["actor"]): string => {
  if (name === null) return without[type];
  return type === "token" ? name.replace(/^token /, "Token ") : name;
};

export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(valueText).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `limitPerPayment` becomes "Limit per payment". */
export const fieldLabel = (name: string): string => {
  const words = name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
