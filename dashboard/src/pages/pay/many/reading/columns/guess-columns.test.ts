import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FileRecord } from "#ui/files/tables/file-table.ts";
import { firstChoices, understand } from "../understand-table.ts";
import { findHeader, mappingOfHeaders } from "./guess-columns.ts";

const records = (rows: readonly (readonly string[])[]): readonly FileRecord[] =>
  rows.map((cells, index) => ({ line: index + 1, cells }));

describe("guessing columns by their names", () => {
  const layouts: readonly (readonly [language: string, headers: string])[] = [
    ["English", "Vendor Name|Amount Due|Payment Method|Invoice Number|Due Date|E-mail"],
    ["German", "Empfänger|Betrag (EUR)|Zahlungsart|Verwendungszweck|Fälligkeitsdatum|E-Mail"],
    ["French", "Bénéficiaire|Montant|Mode de paiement|N° facture|Date d’échéance|Courriel"],
    ["Spanish", "Proveedor|Importe total|Forma de pago|Concepto|Fecha de pago|Correo electrónico"],
    ["Italian", "Fornitore|Importo|Metodo di pagamento|Causale|Data di scadenza|E-mail"],
    ["Dutch", "Naam begunstigde|Bedrag|Betaalwijze|Factuurnummer|Vervaldatum|E-mailadres"],
    ["Portuguese", "Nome do beneficiário|Valor a pagar|Forma de pagamento|Nota fiscal|Data de vencimento|E-mail"],
  ];
  const invoices = ["English", "French", "Dutch", "Portuguese"];
  for (const [language, headers] of layouts)
    it(language, () =>
      assert.deepEqual(mappingOfHeaders(headers.split("|")), {
        recipient: 0,
        amount: 1,
        paymentMethod: 2,
        [invoices.includes(language) ? "invoiceNumber" : "externalMemo"]: 3,
        sendOn: 4,
        email: 5,
      }),
    );

  it("prefers the more specific name", () => {
    assert.equal(mappingOfHeaders(["Total", "Name", "Amount due"]).amount, 2);
    assert.equal(mappingOfHeaders(["Company", "Payee"]).recipient, 1);
    assert.deepEqual(mappingOfHeaders(["", "x", "__proto__", "constructor"]), {});
  });
});

describe("finding the column names", () => {
  it("skips titles above them", () => {
    const file = records([
      ["Supplier run, November"],
      ["Printed 11/20/2026"],
      ["Supplier", "Amount"],
      ["Tern", "12.50"],
    ]);
    assert.equal(findHeader(file), 2);
  });

  it("accepts names that it does not know", () => {
    assert.equal(
      findHeader(
        records([
          ["Wer", "Wieviel"],
          ["Tern", "12,50"],
        ]),
      ),
      0,
    );
  });

  it("notices that the first record is a payment", () => {
    const file = records([
      ["Tern Packaging Co.", "1042", "1,250.00"],
      ["Mina Okafor Design", "1043", "99.00"],
    ]);
    assert.equal(findHeader(file), undefined);
    const table = { kind: "text", encoding: "utf-8", separator: ",", records: file } as const;
    const choices = firstChoices(table, () => undefined);
    assert.deepEqual(choices, { header: "none", mapping: { recipient: 0, amount: 2 } });
    assert.deepEqual(
      understand(table, choices).records.map(({ number, line }) => [number, line]),
      [
        [0, 1],
        [1, 2],
      ],
    );
  });

  it("uses the columns last chosen for the same names", () => {
    const table = {
      kind: "text",
      encoding: "utf-8",
      separator: ",",
      records: records([
        ["A", "B"],
        ["x", "1.00"],
      ]),
    } as const;
    const choices = firstChoices(table, (headers) =>
      headers.join() === "A,B" ? { recipient: 1, amount: 0 } : undefined,
    );
    assert.deepEqual(choices.mapping, { recipient: 1, amount: 0 });
  });
});
