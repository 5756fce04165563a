/** The columns that a file can have. */
export const fileFields = [
  { name: "recipient", label: "Recipient", needed: true },
  { name: "amount", label: "Amount", needed: true },
  { name: "currency", label: "Currency", needed: false },
  { name: "paymentMethod", label: "Method", needed: false },
  { name: "invoiceNumber", label: "Invoice number", needed: false },
  { name: "externalMemo", label: "Memo", needed: false },
  { name: "note", label: "Note", needed: false },
  { name: "purpose", label: "Purpose", needed: false },
  { name: "sendOn", label: "Send on", needed: false },
  { name: "accountNumber", label: "Account number", needed: false },
  { name: "email", label: "Email", needed: false },
  { name: "lastName", label: "Last name", needed: false },
  { name: "type", label: "Transaction type", needed: false },
  { name: "status", label: "Status in the file", needed: false },
  { name: "quantity", label: "Quantity", needed: false },
  { name: "unitAmount", label: "Unit price", needed: false },
  { name: "discount", label: "Discount", needed: false },
  { name: "taxAmount", label: "Tax", needed: false },
] as const;
export type FileField = (typeof fileFields)[number]["name"];

/** Instead of a column: the recipient is in a heading above the rows. */
export const HEADINGS = -1;

/** Instead of a column: the amount is the quantity times the unit price. */
export const PRODUCT = -2;

/** The column of each field; a missing field has none. The recipient's may be HEADINGS, the amount's PRODUCT. */
export type Mapping = Readonly<Partial<Record<FileField, number>>>;

/**
 * Headers by field, most specific first, without accents and signs. English, German, French, Spanish, Italian, Dutch,
 * and Portuguese.
 */
export const knownHeaders: Readonly<Record<FileField, readonly string[]>> = {
  recipient: lines(`
    recipient|recipient name|payee|payee name|vendor name|vendor|supplier name|supplier|beneficiary|beneficiary name
    creditor|creditor name|account holder|pay to|contact name|contractor name|contractor|employee name|employee|submitter
    company name|company|name|contact|to|first name
    empfanger|empfangername|name des empfangers|zahlungsempfanger|begunstigter|lieferant|lieferantenname|kreditor|kreditorname|kontoinhaber|firma
    beneficiaire|nom du beneficiaire|destinataire|fournisseur|nom du fournisseur|creancier|titulaire|raison sociale|nom
    beneficiario|nombre del beneficiario|destinatario|proveedor|nombre del proveedor|acreedor|titular|razon social|nombre
    fornitore|nome fornitore|nome beneficiario|creditore|intestatario|ragione sociale|nome
    begunstigde|naam begunstigde|ontvanger|leverancier|naam leverancier|crediteur|rekeninghouder|bedrijf|naam
    nome do beneficiario|fornecedor|nome do fornecedor|favorecido|credor|razao social
  `),
  amount: lines(`
    payment amount|amount to pay|open balance|balance due|amount due|due amount|invoice amount due|open amount|outstanding
    outstanding amount|outstanding balance|amount outstanding|amount remaining|remaining balance|unpaid amount|unpaid
    reimbursable total|reimbursable amount|amount usd|amount|net amount|usd|total amount|invoice amount|total pay|total|line amount|balance|sum|value
    zahlbetrag|betrag usd|betrag|offener betrag|rechnungsbetrag|bruttobetrag|summe|wert
    montant a payer|montant du|montant ttc|montant|somme|net a payer
    importe a pagar|importe total|importe|monto a pagar|monto|cantidad|valor
    importo da pagare|importo totale|importo|totale|somma|ammontare
    te betalen bedrag|te betalen|openstaand bedrag|bedrag|totaal|som
    valor a pagar|valor total|montante|quantia
  `),
  lastName: lines(`last name|surname|nachname`),
  type: lines(`transaction type|document type|txn type|trans type|bill type|type`),
  status: lines(`status|bill status|invoice status|payment status`),
  quantity: lines(`quantity|qty`),
  unitAmount: lines(`unit amount|unit price|price per unit|unit cost|price|rate`),
  discount: lines(`discount|discount amount`),
  taxAmount: lines(`tax amount|tax total|tax|sales tax`),
  currency: lines(`currency|currency code|ccy|cur|wahrung|devise|monnaie|moneda|divisa|valuta|moeda`),
  paymentMethod: lines(`
    payment method|method|payment mode|payment type|pay by
    zahlungsart|zahlungsmethode|zahlweise|mode de paiement|moyen de paiement|metodo de pago|forma de pago
    metodo di pagamento|modalita di pagamento|betaalmethode|betaalwijze|metodo de pagamento|forma de pagamento
  `),
  externalMemo: lines(`
    external memo|memo|memo description|payment reference|reference|reference number|ref|remittance information|description|details
    verwendungszweck|referenz|buchungstext|zahlungsreferenz
    reference du paiement|libelle|communication|motif
    referencia|concepto|descripcion
    causale|riferimento|descrizione
    betalingskenmerk|kenmerk|omschrijving|mededeling
    descricao|historico
  `),
  invoiceNumber: lines(`
    invoice number|invoice no|invoice num|invoice|invoice id|bill number|bill no|bill num|document number|doc num|doc number|num|inv|inv no
    rechnungsnummer|rechnungs nr|rechnung|belegnummer|beleg nr
    numero de facture|n facture|no facture|facture
    numero de factura|n factura|factura
    numero fattura|n fattura|fattura
    factuurnummer|factuur
    numero da fatura|fatura|numero da nota fiscal|nota fiscal
  `),
  note: lines(
    `note|notes|comment|comments|internal note|remarks|notiz|bemerkung|kommentar|anmerkung|remarque|commentaire|nota|notas|comentario|comentarios|nota interna|commento|opmerking|notitie|observacao|observacoes`,
  ),
  purpose: lines(`purpose|purpose of payment|payment purpose|purpose code`),
  sendOn: lines(`
    send on|send date|payment date|process date|pay date|pay on|execution date|due date|due|date due|value date|date
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

/** Due dates, which may be in the past: then the payment is sent on approval. */
export const isDueDate = (header: string): boolean =>
  headerForm(header)
    .split(" ")
    .some((word) => dueWords.some((due) => word.startsWith(due)));

const dueWords = ["due", "fallig", "echeance", "vencimiento", "vencimento", "scadenza", "vervalda"];

/** Without case, accents, and signs: "Fälligkeits-Datum:" becomes "falligkeits datum", "*DueDate" becomes "due date". */
export const headerForm = (text: string): string =>
  text
    .slice(0, 100)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, " ")
    .split(" ")
    .filter((word) => word !== "")
    .join(" ");
