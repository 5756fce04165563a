const exact = ["Tern Packaging Co.", "Mina Okafor Design", "Columbia Gorge Freight", "Willamette Gas & Power"];
const near = [
  "Tern Packaging",
  "MINA OKAFOR DESIGN, LLC",
  "Columbia Gorge Frieght",
  "Willamette Gas and Power Inc.",
  "Alder Block Properties",
];
const unknown = ["Kaffeehaus Möller GmbH", "Papierfabrik Süd AG", "Élan Traduction SARL"];

interface Sum {
  readonly count: number;
  readonly cents: number;
}

export interface SupplierFile {
  readonly text: string;
  readonly payments: number;
  readonly cents: number;
  /** Without those of unknown names. */
  readonly ready: Sum;
  /** The amount of the first row, which no other has. */
  readonly firstCents: number;
}

const german = (cents: number): string =>
  `${String(Math.floor(cents / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ".")},${String(cents % 100).padStart(2, "0")}`;
const sumOf = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0);

/** As an accounting program in Germany exports it: semicolons, decimal commas, a title, and a total. */
export function supplierFile({ payments }: { readonly payments: number }): SupplierFile {
  const every = { near: payments / near.length, unknown: Math.floor(payments * 0.325) };
  const rows = Array.from({ length: payments }, (_, row) => ({
    name:
      (row % every.near === 7 ? near[Math.floor(row / every.near)] : undefined) ??
      (row % every.unknown === 11 ? unknown[Math.floor(row / every.unknown)] : undefined) ??
      exact[row % exact.length] ??
      "",
    // 400 of them are less than the demo account has.
    cents: 101_007 + row * 37,
  }));
  const cents = sumOf(rows.map((row) => row.cents));
  const ready = rows.filter(({ name }) => !unknown.includes(name)).map((row) => row.cents);
  const lines = rows.map(({ name, cents: amount }, row) => {
    const email = unknown.includes(name) ? `rechnung${row}@lieferant.example` : "";
    return `${name};R-${2000 + row};${german(amount)};${email}`;
  });
  return {
    text: [
      "Zahlungslauf November;;;",
      "Lieferant;Rechnungs-Nr.;Betrag;E-Mail",
      ...lines,
      `Summe;;${german(cents)};`,
    ].join("\r\n"),
    payments,
    cents,
    ready: { count: ready.length, cents: sumOf(ready) },
    firstCents: rows[0]?.cents ?? 0,
  };
}
