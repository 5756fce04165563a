/**
 * Letters and signs that Unicode does not decompose into a Latin letter and an accent, and what banks' files have instead
 * (Unicode CLDR, Latin-ASCII transform).
 */
export const latinLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: "ss",
    ẞ: "SS",
    Æ: "AE",
    æ: "ae",
    Œ: "OE",
    œ: "oe",
    Ø: "O",
    ø: "o",
    Ł: "L",
    ł: "l",
    Đ: "D",
    đ: "d",
    Ð: "D",
    ð: "d",
    Þ: "Th",
    þ: "th",
    Ħ: "H",
    ħ: "h",
    ı: "i",
    Ŋ: "N",
    ŋ: "n",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "‐": "-",
    "‑": "-",
    "–": "-",
    "—": "-",
    "…": "...",
    "\u{a0}": " ",
  }),
);
