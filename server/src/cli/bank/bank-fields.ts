import { Ajv, type ErrorObject } from "ajv";
import type { TSchema } from "typebox";
import {
  type BankRail,
  type ConnectionKind,
  channelKinds,
  FirstDaysSchema,
  PgpSettingsSchema,
  railKinds,
} from "#bank/exchange";
import { fileText } from "../input-file.ts";

/** A setting of a connection, as options name it and questions ask for it. */
export interface Field {
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
export const settingFieldsOf = (rail: BankRail, kind: ConnectionKind): readonly Field[] => [
  ...membersOf(channelKinds[kind].schema, "channel").filter(({ member }) => member !== "pgp"),
  ...membersOf(railKinds[rail].schema, "railSettings"),
];
export const pgpFields: readonly Field[] = membersOf(PgpSettingsSchema, "pgp");
export const firstDaysFields: readonly Field[] = membersOf(FirstDaysSchema, "firstDays");

function membersOf(schema: TSchema, part: Field["part"]): readonly Field[] {
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

const ajv = new Ajv({ strict: false, validateFormats: false });

/**
 * The value of a typed text, or what is wrong with it. `@file` stands for the file's text, `none` for no value or an
 * empty list.
 */
export function readField({ schema }: Field, text: string): { readonly value: unknown } | { readonly problem: string } {
  const value = readValue(schema, text);
  if (value === undefined) return { problem: problemWords(schema) };
  const fits = ajv.compile(typeof schema.original === "object" && schema.original !== null ? schema.original : true);
  return fits(value)
    ? { value }
    : { problem: `${fits.errors?.map(problemOf).join("; ") ?? "not accepted"}. ${problemWords(schema)}` };
}

/** Of an entry of a list, with its place. */
const problemOf = ({ instancePath, message = "is not accepted" }: ErrorObject): string =>
  instancePath === "" ? `it ${message}` : `entry ${Number(instancePath.slice(1)) + 1} ${message}`;

function readValue({ type, isNullable }: FieldSchema, text: string): unknown {
  if (text === "none" && isNullable) return null;
  switch (type) {
    case "integer":
    case "number":
      return /^\d{1,12}(\.\d{1,2})?$/.test(text.replaceAll(",", "")) ? Number(text.replaceAll(",", "")) : undefined;
    case "boolean":
      return /^(yes|y|true)$/i.test(text) ? true : /^(no|n|false)$/i.test(text) ? false : undefined;
    case "array":
      return text === "none" ? [] : text.startsWith("@") ? listIn(fileText(text.slice(1))) : partsOf(text);
    default:
      return text.startsWith("@") ? fileText(text.slice(1)) : text;
  }
}

const partsOf = (text: string): readonly string[] => text.split(",").map((part) => part.trim());

/** The list in a file of JSON, or its only entry. */
function listIn(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const problemWords = ({ type, values }: FieldSchema): string => {
  if (values.length > 0) return `Enter one of ${values.join(", ")}.`;
  if (type === "boolean") return "Enter yes or no.";
  if (type === "array") return "Enter values separated by commas, or @ and the name of a file with a list in JSON.";
  if (type === "integer" || type === "number") return "Enter a number.";
  return "Enter it in the form described.";
};
