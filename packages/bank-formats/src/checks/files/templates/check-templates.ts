import type { CheckFileTemplate } from "../template/check-template.ts";
import { chaseCsv, genericCsv, pncCsv, usBankCsv } from "./issue-delimited.ts";
import { bankOfAmericaArp, firstAmericanFixed, pncFixed, wellsFargoArp } from "./issue-fixed.ts";
import { genericPaidCsv, reconciliationFixed, sandboxPaidCsv, statusCsv } from "./paid.ts";

/** The layouts that come with the library. Each states its source and what the bank must confirm before the first file. */
export const checkFileTemplates: readonly CheckFileTemplate[] = [
  genericCsv,
  chaseCsv,
  bankOfAmericaArp,
  wellsFargoArp,
  usBankCsv,
  pncFixed,
  pncCsv,
  firstAmericanFixed,
  genericPaidCsv,
  sandboxPaidCsv,
  reconciliationFixed,
  statusCsv,
];
