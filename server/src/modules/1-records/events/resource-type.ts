/** Resource types of events. Cards and investments are out of scope: those two never occur (wire contract §6.1). */
export const resourceTypes = [
  "transaction",
  "checkingAccount",
  "savingsAccount",
  "treasuryAccount",
  "investmentAccount",
  "creditAccount",
] as const;
export type ResourceType = (typeof resourceTypes)[number];
