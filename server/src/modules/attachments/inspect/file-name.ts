import { invalidRequest } from "../../../kernel/http/http-refusals.ts";

export const FILE_NAME_LENGTH_MAX = 299;

/** Invisible characters, and those that some operating systems do not allow in names. */
const UNUSABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0<>:"|?*]/gu;

/**
 * A file's name without folders and without characters that would hide its extension or do harm where it is saved.
 * Refuses with `invalidRequest` if nothing is left, or if it is too long.
 */
export function cleanFileName(given: string): string {
  const base = given.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const name = base
    .replaceAll(UNUSABLE, "")
    .replaceAll(/\s+/g, " ")
    .replace(/^[. ]+/, "")
    .replace(/[. ]+$/, "");
  if (name === "") throw invalidRequest([{ path: "file", message: "must have a name" }]);
  if ([...given].length > FILE_NAME_LENGTH_MAX || [...name].length > FILE_NAME_LENGTH_MAX)
    throw invalidRequest([{ path: "file", message: `must have a name of at most ${FILE_NAME_LENGTH_MAX} characters` }]);
  return name;
}

/** The part after the last period, in lower case; undefined if there is none. */
export const extensionOf = (name: string): string | undefined => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();

/** `attachment` with the name in ASCII and in UTF-8 (RFC 6266): the file is saved, never shown. */
export function contentDisposition(name: string): string {
  const ascii = name.replaceAll(/[^ -~]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
