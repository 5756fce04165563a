/** English, German, French, Spanish, Italian, Dutch, and Portuguese. */
const LOCALES = ["en", "de", "fr", "es", "it", "nl", "pt"];

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");

/** Words around the month: "4 de março de 2026", "1er mars 2026". */
const emptyWords: ReadonlySet<string> = new Set(["", "de", "of", "er", "st", "nd", "rd", "th"]);

let months: ReadonlyMap<string, number> | undefined;

function allMonths(): ReadonlyMap<string, number> {
  const names = new Map<string, number>([
    ["sept", 9],
    ["mrz", 3],
  ]);
  for (const locale of LOCALES)
    for (const month of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" });
      for (let index = 0; index < 12; index += 1) {
        const name = plain(format.format(new Date(Date.UTC(2026, index, 1))));
        names.set(name, index + 1);
      }
    }
  return names;
}

/** The number of a month by its name or abbreviation: "March", "Mär.", "de março de". */
export function monthNamed(text: string): number | undefined {
  months ??= allMonths();
  const words = text.split(/[ \-/.,]/).map(plain);
  const names = words.filter((word) => !emptyWords.has(word));
  return names.length === 1 ? months.get(names[0] ?? "") : undefined;
}
