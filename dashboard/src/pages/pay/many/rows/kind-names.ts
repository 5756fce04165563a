import type { RowKind } from "../reading/layout/read-layout.ts";

/** What rows that are no payments are called. */
export const rowKindNames: Readonly<Record<RowKind, string>> = {
  payment: "Payment",
  heading: "Heading",
  subtotal: "Total",
  credit: "Credit",
  zero: "Nothing to pay",
  line: "Invoice line",
  other: "Not a payment",
};
