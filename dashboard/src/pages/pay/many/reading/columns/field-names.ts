/** The columns that a file can have. */
export const fileFields = [
  { name: "recipient", label: "Recipient", needed: true },
  { name: "amount", label: "Amount", needed: true },
  { name: "currency", label: "Currency", needed: false },
  { name: "paymentMethod", label: "Method", needed: false },
  { name: "externalMemo", label: "Memo", needed: false },
  { name: "note", label: "Note", needed: false },
  { name: "purpose", label: "Purpose", needed: false },
  { name: "sendOn", label: "Send on", needed: false },
  { name: "accountNumber", label: "Account number", needed: false },
  { name: "email", label: "Email", needed: false },
] as const;
export type FileField = (typeof fileFields)[number]["name"];

/** The column of each field; a missing field has none. */
export type Mapping = Readonly<Partial<Record<FileField, number>>>;

/**
 * Headers by field, most specific first, without accents and signs. English, German, French, Spanish, Italian, Dutch,
 * and Portuguese.
 */
export const knownHeaders: Readonly<Record<FileField, readonly string[]>> = {
  recipient: lines(`
    recipient|recipient name|payee|payee name|vendor|vendor name|supplier|supplier name|beneficiary|beneficiary name
    creditor|creditor name|account holder|pay to|company name|company|name|to
    empfanger|empfangername|name des empfangers|zahlungsempfanger|begunstigter|lieferant|lieferantenname|kreditor|kreditorname|kontoinhaber|firma
    beneficiaire|nom du beneficiaire|destinataire|fournisseur|nom du fournisseur|creancier|titulaire|raison sociale|nom
    beneficiario|nombre del beneficiario|destinatario|proveedor|nombre del proveedor|acreedor|titular|razon social|nombre
    fornitore|nome fornitore|nome beneficiario|creditore|intestatario|ragione sociale|nome
    begunstigde|naam begunstigde|ontvanger|leverancier|naam leverancier|crediteur|rekeninghouder|bedrijf|naam
    nome do beneficiario|fornecedor|nome do fornecedor|favorecido|credor|razao social
  `),
  amount: lines(`
    amount usd|payment amount|amount due|amount|net amount|open amount|balance due|usd|total amount|invoice amount|total|sum|value
    zahlbetrag|betrag usd|betrag|offener betrag|rechnungsbetrag|bruttobetrag|summe|wert
    montant a payer|montant du|montant ttc|montant|somme|net a payer
    importe a pagar|importe total|importe|monto a pagar|monto|cantidad|valor
    importo da pagare|importo totale|importo|totale|somma|ammontare
    te betalen bedrag|te betalen|openstaand bedrag|bedrag|totaal|som
    valor a pagar|valor total|montante|quantia
  `),
  currency: lines(`currency|currency code|ccy|cur|wahrung|devise|monnaie|moneda|divisa|valuta|moeda`),
  paymentMethod: lines(`
    payment method|paymentmethod|method|payment type|pay by
    zahlungsart|zahlungsmethode|zahlweise|mode de paiement|moyen de paiement|metodo de pago|forma de pago
    metodo di pagamento|modalita di pagamento|betaalmethode|betaalwijze|metodo de pagamento|forma de pagamento
  `),
  externalMemo: lines(`
    externalmemo|memo|payment reference|reference|reference number|ref|invoice number|invoice no|invoice|invoice id|remittance information|description|details
    verwendungszweck|referenz|rechnungsnummer|rechnungs nr|rechnung|belegnummer|beleg nr|buchungstext|zahlungsreferenz
    reference du paiement|numero de facture|n facture|no facture|facture|libelle|communication|motif
    referencia|numero de factura|n factura|factura|concepto|descripcion
    causale|riferimento|numero fattura|n fattura|fattura|descrizione
    betalingskenmerk|kenmerk|factuurnummer|factuur|omschrijving|mededeling
    numero da fatura|fatura|numero da nota fiscal|nota fiscal|descricao|historico
  `),
  note: lines(
    `note|notes|comment|comments|internal note|remarks|notiz|bemerkung|kommentar|anmerkung|remarque|commentaire|nota|notas|comentario|comentarios|nota interna|commento|opmerking|notitie|observacao|observacoes`,
  ),
  purpose: lines(`purpose|purpose of payment|payment purpose|purpose code`),
  sendOn: lines(`
    send on|sendon|send date|payment date|pay date|pay on|execution date|due date|due|date due|value date|date
    ausfuhrungsdatum|ausfuhrung am|zahlungsdatum|zahldatum|zahlungstermin|falligkeit|falligkeitsdatum|fallig am|fallig|datum
    date d execution|date de paiement|date d echeance|echeance
    fecha de pago|fecha de ejecucion|fecha de vencimiento|vencimiento|fecha
    data di pagamento|data pagamento|data di esecuzione|data di scadenza|scadenza|data
    uitvoeringsdatum|betaaldatum|vervaldatum|vervaldag
    data de pagamento|data de vencimento
  `),
  accountNumber: lines(`
    account number|account no|account|bank account|bank account number|iban|account iban|last four|last 4|last four digits
    kontonummer|konto nr|konto|bankkonto|compte|numero de compte|compte bancaire|cuenta|numero de cuenta|cuenta bancaria
    conto|numero di conto|conto corrente|rekeningnummer|bankrekening|rekening|conta|numero da conta|conta bancaria
  `),
  email: lines(
    `email|e mail|email address|e mail address|mail|e mail adresse|email adresse|adresse e mail|courriel|correo electronico|correo|indirizzo e mail|e mailadres|emailadres|endereco de e mail`,
  ),
};

function lines(text: string): readonly string[] {
  return text
    .split(/[|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** A header without case, accents, and signs: "Fälligkeits-Datum:" becomes "falligkeits datum". */
export const headerForm = (text: string): string =>
  text
    .slice(0, 100)
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, " ")
    .split(" ")
    .filter((word) => word !== "")
    .join(" ");
