import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { DemoAccountKey } from "../demo-company.ts";

/** What is on the desk of the demo's users on the first day. Times are of the banking day before, in New York. */
export interface DeskPayment {
  /** Key of a demo recipient. */
  readonly to: string;
  readonly amount: number;
  readonly method: PaymentMethod;
  readonly memo: string;
  readonly from?: DemoAccountKey;
  readonly purpose?: string;
  readonly note?: string;
}

/** Flagged as the largest, and discussed. */
export const containerPayment: DeskPayment = {
  to: "importer",
  amount: 64_820,
  method: "domesticWire",
  memo: "Container 7731, Guatemala",
  note: "Two months of green coffee. The price is fixed until the end of the month.",
};

export const containerInvoice = {
  fileName: "Commercial invoice 7731.pdf",
  lines: [
    "Harbor Green Coffee Importers",
    "Commercial invoice 7731",
    "275 bags of green coffee, Guatemala Huehuetenango, 69 kg each",
    "Port of Portland, container MSKU 773 104-1",
    "Total: 64,820.00 USD",
    "Payable by wire. Release against payment.",
  ],
} as const;

/** Its recipient's bank details were changed by the requester shortly before. */
export const redirectedPayment: DeskPayment = {
  to: "packaging",
  amount: 3_949.57,
  method: "ach",
  memo: "PO 2291 bags and boxes",
};
export const redirectedAccountNumber = "6610052283";

/** Flagged: no payment was sent to the recipient before. */
export const firstPayment: DeskPayment = {
  to: "growers",
  amount: 12_600,
  method: "internationalWire",
  memo: "Contract AV-118, first half",
  purpose: "Advance payment for green coffee",
};

/** Sent back with a question. */
export const questionedPayment: DeskPayment = {
  to: "designer",
  amount: 4_210.5,
  method: "realTimePayment",
  memo: "Holiday labels",
};
export const question = "The quote was for $3,800.00. What is the rest?";

/** Requested twice: possible duplicates of each other. */
export const doubledPayment: DeskPayment = {
  to: "freight",
  amount: 714.62,
  method: "ach",
  memo: "Freight, two pallets to Boise",
};

/** Its day passed while it waited for approval. */
export const overduePayment: DeskPayment = {
  to: "landlord",
  amount: 2_400,
  method: "ach",
  memo: "Storage unit 4, deposit",
};

/** Nothing about it is unusual. */
export const plainPayment: DeskPayment = {
  to: "utilities",
  amount: 1_912.4,
  method: "ach",
  memo: "Account 88120",
};

export const rejectedPayment: DeskPayment = {
  to: "lawyer",
  amount: 1_850,
  method: "check",
  memo: "Trademark renewal",
};
export const rejection = "This was included in the September invoice.";

/** The rows of a file. The last one is a first: no payment to the recipient was as large. */
export const supplierRun: { readonly name: string; readonly payments: readonly DeskPayment[] } = {
  name: "Supplier run",
  payments: [
    { to: "packaging", amount: 1_288.4, method: "ach", memo: "PO 2297 labels" },
    { to: "freight", amount: 1_164.9, method: "ach", memo: "Freight, Seattle to Portland" },
    { to: "utilities", amount: 846.15, method: "ach", memo: "Account 88121, warehouse" },
    { to: "repairs", amount: 389, method: "check", memo: "Burner inspection" },
    { to: "insurance", amount: 412.75, method: "ach", memo: "Cargo policy, October" },
    { to: "lawyer", amount: 920, method: "check", memo: "Lease review" },
    { to: "designer", amount: 640, method: "ach", memo: "Shelf signs" },
    { to: "landlord", amount: 1_150, method: "ach", memo: "Snow removal and repairs" },
    { to: "importer", amount: 7_310, method: "ach", memo: "Samples and demurrage" },
  ],
};

/** Every month from within the week: its first payment is requested at once. */
export const monthlyPayment = { to: "insurance", amount: 1_264.4, memo: "Business policy, monthly premium" } as const;

/** Views of lists under a name. */
export const desksViews = [
  {
    by: "administrator",
    page: "transactions",
    name: "Sent last month",
    query: "kind=outgoingPayment&status=sent&period=lastMonth",
    isShared: true,
  },
  { by: "approver", page: "approvals", name: "Flagged for me", query: "mine=true&flagged=true", isShared: false },
] as const;
