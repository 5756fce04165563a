import { invalidRequest } from "#kernel/http/http-refusals.ts";

export const FILE_NAME_LENGTH_MAX = 299;

/** Invisible characters, and those that some operating systems do not allow in names. */
const UNUSABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0<>:"|?*]/gu;

/** Names of devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?:\.|$)/i;

/**
 * A file's name without folders and without characters that would hide its extension or do harm where it is saved.
 * Refuses with `invalidRequest` if nothing is left, or if it is too long.
 */
export function cleanFileName(given: string): string {
  // First, because normalizing a long text takes long.
  if ([...given].length > FILE_NAME_LENGTH_MAX) throw tooLong();
  // Browsers write quotation marks and line breaks this way in forms (WHATWG HTML, multipart form data).
  const base =
    given
      .replaceAll(/%22|%0[AD]/g, "")
      .normalize("NFC")
      .split(/[/\\]/)
      .at(-1) ?? "";
  const visible = base.replaceAll(UNUSABLE, "").replaceAll(/\s/g, " ");
  const trimmed = withoutEnds(visible);
  const name = DEVICE.test(trimmed) ? `_${trimmed}` : trimmed;
  if (name === "") throw invalidRequest([{ path: "file", message: "must have a name" }]);
  if ([...name].length > FILE_NAME_LENGTH_MAX) throw tooLong();
  return name;
}

const tooLong = () =>
  invalidRequest([{ path: "file", message: `must have a name of at most ${FILE_NAME_LENGTH_MAX} characters` }]);

/** Windows drops periods and spaces at the end of a name; one at its beginning hides the file elsewhere. */
function withoutEnds(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && ". ".includes(text.charAt(start))) start += 1;
  while (end > start && ". ".includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The part after the last period, in lower case; undefined if there is none. */
export function extensionOf(name: string): string | undefined {
  const at = name.lastIndexOf(".");
  return at <= 0 || at === name.length - 1 ? undefined : name.slice(at + 1).toLowerCase();
}

/** `attachment` with the name in ASCII and in UTF-8 (RFC 6266): the file is saved, never shown. */
export function contentDisposition(name: string): string {
  const ascii = name.replaceAll(/[^ -~]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
