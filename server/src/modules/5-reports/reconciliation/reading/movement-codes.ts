import type { IncomingKind } from "#payments/payments";

/**
 * What bank transaction codes say about a movement. ISO 20022: external code set ExternalBankTransactionDomain1Code
 * (RCDT: received credit transfers; RRCT: received real-time credit transfers; RCHQ: received checks). BAI2: manual of
 * 10/2005, appendix A.
 */

/** 115: lockbox deposit; 171–176: loan, corrected, prepared, and check deposits; 301: commercial deposit. */
const BAI2_CHECKS: ReadonlySet<string> = new Set(["115", "172", "173", "174", "175", "176", "301"]);
/** 195: incoming money transfer; 191: within the bank. 208: international. */
const BAI2_WIRES: ReadonlySet<string> = new Set(["191", "195"]);
const BAI2_INTERNATIONAL_WIRES: ReadonlySet<string> = new Set(["208"]);

/**
 * Money that came back or was taken back. 252, 254–258, 261, 266: reversals of debits and returned items that we sent; 552,
 * 554, 555, 557, 558, 566: reversals of credits and returned items that we deposited.
 */
const BAI2_RETURNS: ReadonlySet<string> = new Set([
  "252",
  "254",
  "255",
  "257",
  "258",
  "261",
  "266",
  "552",
  "554",
  "555",
  "557",
  "558",
  "561",
  "566",
]);

/** RRTN: return or reimbursement of a credit transfer; UPCT, UPDD, RPCR: unpaid or reversed items. */
const ISO_RETURNS: ReadonlySet<string> = new Set(["RRTN", "RPCR", "UPCT", "UPDD", "UPCQ", "PRDD", "CQRV"]);

/** What an incoming movement becomes. Fedwire's and SWIFT's references say that it is a wire, whatever its code. */
export function incomingKindOf(code: string, { isWire }: { readonly isWire: boolean }): IncomingKind {
  const [domain = "", family = "", subFamily = ""] = code.split("/");
  if (domain === "BAI") {
    if (BAI2_CHECKS.has(family)) return "checkDeposit";
    if (BAI2_INTERNATIONAL_WIRES.has(family)) return "incomingInternationalWire";
    return isWire || BAI2_WIRES.has(family) ? "incomingDomesticWire" : "externalTransfer";
  }
  if (family === "RCHQ" || family === "LBOX" || family === "DRFT") return "checkDeposit";
  if (family === "RCDT" && subFamily === "XBCT") return "incomingInternationalWire";
  // Real-time networks use UETRs too.
  if (family === "RRCT") return "externalTransfer";
  return isWire || (family === "RCDT" && subFamily === "DMCT") ? "incomingDomesticWire" : "externalTransfer";
}

/** Whether the code says that the money came back or was taken back. */
export function isReturnCode(code: string): boolean {
  const [domain = "", family = "", subFamily = ""] = code.split("/");
  return domain === "BAI" ? BAI2_RETURNS.has(family) : ISO_RETURNS.has(subFamily);
}
