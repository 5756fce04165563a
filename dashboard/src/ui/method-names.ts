/** What people call each way of paying. */
export const methodNames: Readonly<Record<string, string>> = {
  ach: "ACH",
  check: "Check",
  domesticWire: "Domestic wire",
  internationalWire: "International wire",
  realTimePayment: "Real-time payment",
};

/** Null: a transfer between own accounts. */
export const methodName = (method: string | null): string =>
  method === null ? "Transfer" : (methodNames[method] ?? method);
