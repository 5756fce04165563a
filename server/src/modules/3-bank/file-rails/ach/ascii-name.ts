/**
 * Letters that do not decompose into a Latin letter and an accent. Names of people and companies in Nacha fields are
 * printable ASCII (Nacha Operating Rules, Appendix Three 3.1.2).
 */
const letters: Readonly<Record<string, string>> = {
  Æ: "AE",
  æ: "ae",
  Œ: "OE",
  œ: "oe",
  Ø: "O",
  ø: "o",
  ß: "ss",
  ẞ: "SS",
  Þ: "Th",
  þ: "th",
  Ð: "D",
  ð: "d",
  Đ: "D",
  đ: "d",
  Ł: "L",
  ł: "l",
  Ħ: "H",
  ħ: "h",
  ı: "i",
  Ŋ: "N",
  ŋ: "n",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "‐": "-",
  "‑": "-",
  "…": "...",
  "\u00a0": " ",
};

/** More than any recipient's name: decomposing a text of accents takes quadratic time. */
const NAME_LENGTH_MAX = 500;

/**
 * The name in printable ASCII, at most this long: accents are removed, and letters without an ASCII form are spelled.
 * Undefined if more than a mark cannot be written, such as a name in Chinese, because the receiver's bank compares names.
 */
export function asciiName(name: string, lengthMax: number): string | undefined {
  const spelled = inLatinLetters(name.slice(0, NAME_LENGTH_MAX));
  if (/[^ -~]/.test(spelled.replaceAll(/[\p{P}\p{S}]/gu, ""))) return undefined;
  const text = spelled
    .replaceAll(/[^ -~]/gu, " ")
    .replaceAll(/ +/g, " ")
    .trim()
    .slice(0, lengthMax)
    .trim();
  return /[A-Za-z0-9]/.test(text) && !/^0+$/.test(text) ? text : undefined;
}

/** Without accents. Most names have none, and decomposing takes longer than the rest of their entry. */
const inLatinLetters = (name: string): string =>
  /^[ -~]*$/.test(name)
    ? name
    : [...name.normalize("NFKD")]
        .map((character) => letters[character] ?? character)
        .join("")
        .replaceAll(/\p{M}/gu, "");
