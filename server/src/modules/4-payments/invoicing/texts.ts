import { NO_HIDDEN_CHARACTERS } from "bursar-banking/text/hidden-characters";
import { Type } from "typebox";
import { Nullable } from "#kernel/http/schemas.ts";

/** One line of text that must not be empty. */
export const Line = (description: string, maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: NO_HIDDEN_CHARACTERS, description });

/** One line of text; null and an empty string mean none. */
export const OptionalLine = (description: string, maxLength: number) =>
  Type.Optional(Nullable(Type.String({ maxLength, pattern: NO_HIDDEN_CHARACTERS, description })));

/** Several lines of text; null and an empty string mean none. */
export const OptionalText = (description: string, maxLength: number) =>
  Type.Optional(Nullable(Type.String({ maxLength, description })));

export const EmailAddress = (description: string) =>
  Type.String({ format: "email", maxLength: 250, description, examples: ["billing@bluedoor.example"] });

/** Sorting the accents of a longer text could take long. */
const KEY_LENGTH_MAX = 500;

/** Upper case, letters and digits only: how numbers and names are compared. */
export const keyOf = (text: string): string =>
  text
    .slice(0, KEY_LENGTH_MAX)
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
