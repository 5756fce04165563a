import type { TSchema } from "typebox";
import type { BankRail, ConnectionKind } from "../bank-rail.ts";
import { channelKinds, PgpSettingsSchema } from "./channel-settings.ts";
import { FirstDaysSchema } from "./first-days.ts";
import { railKinds } from "./rail-settings.ts";

/** A setting of a connection, as options name it, and the command line and the dashboard ask for it. */
export interface SettingField {
  /** Such as `companyName`, `pgp.outgoing`, or `firstDays.until`. */
  readonly name: string;
  readonly part: "railSettings" | "channel" | "pgp" | "firstDays";
  readonly member: string;
  /** Its default fits most banks, and it can be changed when the bank's first files have come: no question is about it. */
  readonly isOptional: boolean;
  readonly schema: FieldSchema;
}

/** What questions use of a member's schema. */
interface FieldSchema {
  readonly type: string;
  readonly isNullable: boolean;
  readonly description: string;
  readonly values: readonly string[];
  /** As it would be typed; undefined if an answer is required. */
  readonly fallback: string | undefined;
  readonly original: unknown;
}

/** Every setting of a connection of this rail and kind, in the order of its schema. */
export const settingFieldsOf = (rail: BankRail, kind: ConnectionKind): readonly SettingField[] => [
  ...membersOf(channelKinds[kind].schema, "channel").filter(({ member }) => member !== "pgp"),
  ...membersOf(railKinds[rail].schema, "railSettings"),
];
export const pgpFields: readonly SettingField[] = membersOf(PgpSettingsSchema, "pgp");
export const firstDaysFields: readonly SettingField[] = membersOf(FirstDaysSchema, "firstDays");

function membersOf(schema: TSchema, part: SettingField["part"]): readonly SettingField[] {
  if (!("properties" in schema) || typeof schema.properties !== "object" || schema.properties === null) return [];
  const required: unknown = "required" in schema ? schema.required : [];
  const prefix = part === "pgp" || part === "firstDays" ? `${part}.` : "";
  return Object.entries(schema.properties).map(([member, property]) => ({
    name: `${prefix}${member}`,
    part,
    member,
    isOptional: Array.isArray(required) && !required.includes(member),
    schema: fieldSchemaOf(property),
  }));
}

function fieldSchemaOf(property: unknown): FieldSchema {
  const members: Readonly<Record<string, unknown>> =
    typeof property === "object" && property !== null ? { ...property } : {};
  const types = [members["type"]].flat().filter((type) => typeof type === "string");
  const { description, default: fallback, enum: values } = members;
  return {
    type: types.find((type) => type !== "null") ?? "string",
    isNullable: types.includes("null"),
    description: typeof description === "string" ? description : "",
    values: Array.isArray(values) ? values.filter((value) => typeof value === "string") : [],
    fallback: "default" in members ? textOf(fallback) : undefined,
    original: property,
  };
}

/** A value as it would be typed. */
function textOf(value: unknown): string {
  if (value === null) return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(",");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
