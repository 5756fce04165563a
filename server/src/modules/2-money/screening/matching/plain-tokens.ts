/**
 * Names as they are compared: without case, accents, punctuation, and legal forms, in Latin letters. Deterministic, so that
 * the same name and the same list always give the same answer (docs/develop/screening.md).
 */

/** Letters that Unicode does not decompose into a Latin letter and an accent. Cyrillic as passports transliterate it. */
const letters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: "SS",
    æ: "AE",
    œ: "OE",
    ø: "O",
    ł: "L",
    đ: "D",
    ð: "D",
    þ: "TH",
    ħ: "H",
    ı: "I",
    ŋ: "N",
    ə: "A",
    а: "A",
    б: "B",
    в: "V",
    г: "G",
    ґ: "G",
    д: "D",
    ђ: "DJ",
    е: "E",
    є: "IE",
    ж: "ZH",
    з: "Z",
    и: "I",
    і: "I",
    ј: "J",
    к: "K",
    л: "L",
    љ: "LJ",
    м: "M",
    н: "N",
    њ: "NJ",
    о: "O",
    п: "P",
    р: "R",
    с: "S",
    т: "T",
    ћ: "C",
    у: "U",
    ф: "F",
    х: "KH",
    ц: "TS",
    џ: "DZ",
    ч: "CH",
    ш: "SH",
    щ: "SHCH",
    ъ: "",
    ы: "Y",
    ь: "",
    э: "E",
    ю: "YU",
    я: "YA",
    α: "A",
    β: "V",
    γ: "G",
    δ: "D",
    ε: "E",
    ζ: "Z",
    η: "I",
    θ: "TH",
    ι: "I",
    κ: "K",
    λ: "L",
    μ: "M",
    ν: "N",
    ξ: "X",
    ο: "O",
    π: "P",
    ρ: "R",
    σ: "S",
    ς: "S",
    τ: "T",
    υ: "Y",
    φ: "F",
    χ: "CH",
    ψ: "PS",
    ω: "O",
  }),
);

/** Cyrillic and Greek letters that look like a Latin one: within a Latin word, that letter is meant. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: "A",
    в: "B",
    е: "E",
    к: "K",
    м: "M",
    н: "H",
    о: "O",
    р: "P",
    с: "C",
    т: "T",
    у: "Y",
    х: "X",
    і: "I",
    ј: "J",
    α: "A",
    β: "B",
    ε: "E",
    ζ: "Z",
    η: "H",
    ι: "I",
    κ: "K",
    μ: "M",
    ν: "N",
    ο: "O",
    ρ: "P",
    τ: "T",
    υ: "Y",
    χ: "X",
  }),
);

/** Words that say what kind of company it is, and nothing about which. */
const legalForms: ReadonlySet<string> = new Set(
  "INC INCORPORATED LLC LLP LP LTD LIMITED CO COMPANY CORP CORPORATION PLC GMBH AG KG SA SARL SAS SRL SPA BV NV AB AS OY OOO ZAO OAO PAO AO JSC PJSC OJSC LTDA FZE FZC FZCO DMCC EIRL THE AND OF".split(
    " ",
  ),
);

export interface ComparedName {
  /** Its words, in its order, without legal forms and initials unless it has nothing else. */
  readonly tokens: readonly string[];
  /** Some of its letters cannot be read, so it cannot be compared. */
  readonly isUnreadable: boolean;
}

/** What follows is ignored. Longer than any name that a recipient can have. */
const NAME_LENGTH_MAX = 1_000;
const TOKENS_MAX = 30;

export function comparedName(text: string): ComparedName {
  // Invisible characters must not divide a word; apostrophes and points within words do not either.
  const folded = text
    .slice(0, NAME_LENGTH_MAX)
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}'’‘ʼ`.]/gu, "")
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "");
  let isUnreadable = false;
  const tokens = (folded.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => {
    const isMixed = /[a-z]/.test(word);
    const plain = [...word]
      .map((letter) => {
        if (/[a-z0-9]/.test(letter)) return letter.toUpperCase();
        const plainLetter = (isMixed ? lookalikes.get(letter) : undefined) ?? letters.get(letter);
        if (plainLetter === undefined) isUnreadable = true;
        return plainLetter ?? "";
      })
      .join("");
    return plain === "" ? [] : [plain];
  });
  // A name of so many words is written to hide one.
  if (tokens.length > TOKENS_MAX) isUnreadable = true;
  const distinct = tokens.slice(0, TOKENS_MAX).filter((token) => !legalForms.has(token));
  const whole = distinct.length > 0 ? distinct : tokens.slice(0, TOKENS_MAX);
  // A middle initial says as little as none.
  const spelled = whole.filter((token) => token.length > 1);
  return { tokens: spelled.length > 1 ? spelled : whole, isUnreadable };
}
