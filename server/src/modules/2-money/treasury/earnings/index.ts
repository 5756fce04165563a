/**
 * Treasury accounts: what they earn, and everything about them that is not a transfer. The custodian's daily steps
 * (sweep, trades, settlements, accruals, dividends, fees), statements, and the import of a real custodian's files.
 *
 * Guarantees: the account's balance, the last balance of its transactions, and its ledger agree after every commit;
 * a month that is computed after a pause equals one computed day by day; the same activity is never imported twice.
 */
import type { Api } from "#kernel/http/api.ts";
import type { Service } from "#kernel/process/service.ts";
import { documentRoutes } from "./documents/documents.routes.ts";
import { uploadDocumentRoute } from "./documents/upload-document.routes.ts";
import { importRoutes } from "./imports/imports.routes.ts";
import { overviewRoute } from "./reads/overview.routes.ts";
import { treasuryReadRoutes } from "./reads/treasury.routes.ts";
import { sweepRoutes } from "./sweep/sweep.routes.ts";

export { chooseYield } from "./custodian/choose-yield.ts";
export { monthStates } from "./custodian/month-states.ts";
export { backfillCustodian, nextCustodianStepAt, runCustodian } from "./custodian/run-custodian.ts";
export { documentTypes } from "./documents/document.ts";
export { importDocument } from "./documents/import-document.ts";
export { amendAccount, type ImportResult, importActivity, previewImport } from "./imports/import-activity.ts";
export { importStates } from "./imports/import-states.ts";
export { importKind } from "./imports/propose-import.ts";
export { changeSweep } from "./sweep/change-sweep.ts";
export { treasuryRefusals } from "./treasury-refusals.ts";

/** All routes about treasury accounts. */
export function treasuryRoutes(app: Api, service: Service): void {
  treasuryReadRoutes(app, service);
  overviewRoute(app, service);
  documentRoutes(app, service);
  uploadDocumentRoute(app, service);
  sweepRoutes(app, service);
  importRoutes(app, service);
}
