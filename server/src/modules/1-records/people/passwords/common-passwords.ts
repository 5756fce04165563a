/** Well-known passwords that the leaked lists lack. */
const FAMOUS: readonly string[] = ["correcthorsebatterystaple", "abcdefghijkl", "changeme", "letmeinnow", "trustno"];
const LOOKALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * The most common leaked passwords, in lower case. Loaded on first use, because half a megabyte would slow the start.
 */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  loading ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set([...dictionary["passwords-common"], ...FAMOUS]),
  );
  return loading;
};

/**
 * Whether a password in lower case is a common one, or a common one with digits or symbols around it, with lookalike
 * letters, or repeated.
 */
export async function isCommonPassword(text: string): Promise<boolean> {
  const common = await commonPasswords();
  return formsOf(text).some((form) => form === "" || common.has(form));
}

function formsOf(text: string): readonly string[] {
  const bare = /\p{L}(?:.*\p{L})?/su.exec(text)?.[0] ?? "";
  const letters = unmasked(bare).replaceAll(/[^\p{L}\p{N}]/gu, "");
  const forms = [text, compact(text), bare, compact(bare), letters];
  return forms.flatMap((form) => [form, unrepeated(form)]);
}

export const compact = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "");
const unmasked = (text: string): string => text.replaceAll(/[013457@$]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** The repeated part of a text, or the text. */
function unrepeated(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const unit = text.slice(0, length);
    if (text.length % length === 0 && unit.repeat(text.length / length) === text) return unit;
  }
  return text;
}
