/** Longer names are compared by their beginning. */
const LENGTH_MAX = 120;

/** Legal forms and words that say nothing about who it is. */
const emptyWords: ReadonlySet<string> = new Set(
  "inc incorporated llc llp lp ltd limited co company corp corporation plc pllc pc gmbh mbh ag kg kgaa ug ohg gbr ek ev eg se sa sas sarl eurl snc sl slu sc srl srls spa sapa bv nv vof cv oy oyj ab aps as asa lda ltda me epp eireli kft zrt doo dd sro zoo pty pte pvt the and und et y e en".split(
    " ",
  ),
);

const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  ø: "o",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** A name in lower case without accents and signs; initials are joined ("S.A.R.L." is "sarl"). */
export function plainName(name: string): string {
  const spelled = name
    .slice(0, LENGTH_MAX)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^\p{L}\p{N}]/gu, " ");
  const words: string[] = [];
  let wasInitial = false;
  for (const word of spelled.split(" ")) {
    if (word === "") continue;
    const isInitial = word.length === 1 && word >= "a" && word <= "z";
    if (isInitial && wasInitial) words.push(`${words.pop() ?? ""}${word}`);
    else words.push([...word].map((letter) => letters[letter] ?? letter).join(""));
    wasInitial = isInitial;
  }
  return words.join(" ");
}

/** A name without its legal form, unless nothing else is left. */
export function coreName(name: string): string {
  const plain = plainName(name);
  const words = plain.split(" ").filter((word) => !emptyWords.has(word));
  return words.length === 0 ? plain : words.join(" ");
}
