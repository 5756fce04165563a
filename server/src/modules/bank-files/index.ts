/**
 * Every file sent to a bank and received from one: stored encrypted, listed, and downloadable, with the payments it
 * contains. What the files mean is the business of the modules above, which write them and register handlers.
 *
 * Guarantees: a file is sent exactly once, or its state says that this is in doubt, and a file in doubt is sent again
 * only if a person decides so; whatever dies, nothing is forgotten. A received file is applied once, by content and by
 * message, completely or not at all. What is sent and downloaded is what was stored, or an error.
 */

export { alertAdministrators } from "./alerts/raise-alert.ts";
export {
  type BankFileFormat,
  type BankFileId,
  bankFileFormats,
  directions,
  type FilePayment,
} from "./bank-file.ts";
export { bankFileMetrics } from "./bank-file-metrics.ts";
export { bankFileRefusals } from "./bank-file-refusals.ts";
export { FileSchema } from "./bank-file-schemas.ts";
export {
  countUnsentFiles,
  type FileOfPayment,
  filedAmong,
  fileOfEachPayment,
  filesOfPayment,
  findPayments,
  haveFilesOnTheWay,
  isInAnotherFile,
  paymentsOfFiles,
} from "./bank-files.queries.ts";
export { bankFileRoutes } from "./bank-files.routes.ts";
export type { BankChannel, BankChannels } from "./channels/channel.ts";
export { haveChannelsWork } from "./channels/channels.queries.ts";
export { openBankFile } from "./content/read-content.ts";
export { resealBankFiles } from "./content/reseal-contents.ts";
export { storeContent } from "./content/store-content.ts";
export { sweepBankFiles } from "./content/sweep-contents.ts";
export { decideAboutFile, fileDecisions } from "./decisions/decide-file.ts";
export { resendKind } from "./decisions/resend-change.ts";
export { bankFileStates } from "./file-states.ts";
export { downloadFile, listFiles, type ReadPayees, type ShownFile, showFile } from "./read-files.ts";
export { importFile } from "./receiving/import-file.ts";
export type {
  ArrivedFile,
  IncomingHandler,
  Interpretation,
  NotePayments,
  Quarantine,
} from "./receiving/incoming-handler.ts";
export { formatOfFile } from "./receiving/sniff-format.ts";
export { type BankFilesWork, runBankFiles } from "./run-bank-files.ts";
export { acknowledgeFile, rejectFile } from "./sending/answers.ts";
export { findFileOutcomes } from "./sending/sending.queries.ts";
export { FiledBefore, writeFile } from "./sending/write-file.ts";
