import { Ajv, type ErrorObject } from "ajv";
import type { SettingField } from "#bank/exchange";
import { fileText } from "../input-file.ts";

const ajv = new Ajv({ strict: false, validateFormats: false });

/**
 * The value of a typed text, or what is wrong with it. `@file` stands for the file's text, `none` for no value or an
 * empty list.
 */
export function readField(
  { schema }: SettingField,
  text: string,
): { readonly value: unknown } | { readonly problem: string } {
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

function readValue({ type, isNullable }: SettingField["schema"], text: string): unknown {
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

const problemWords = ({ type, values }: SettingField["schema"]): string => {
  if (values.length > 0) return `Enter one of ${values.join(", ")}.`;
  if (type === "boolean") return "Enter yes or no.";
  if (type === "array") return "Enter values separated by commas, or @ and the name of a file with a list in JSON.";
  if (type === "integer" || type === "number") return "Enter a number.";
  return "Enter it in the form described.";
};
