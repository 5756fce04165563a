/**
 * The exchange with banks: connections, with their settings and secrets, and the files that go over them in both
 * directions. It knows bytes and names, not payments: rails build files, and handle the received ones.
 *
 * Guarantees: an account has at most one connection for a rail; a connection carries no payments before its present
 * settings have passed a test; secrets are stored encrypted and shown nowhere; files go to no server whose host key is
 * not pinned. A file is sent exactly once, or its state says that this is in doubt, and a file in doubt is sent again
 * only if a person decides so; it appears at the bank under its name completely or not at all, and replaces no other. A
 * received file is applied once, by content and by message, completely or not at all. What is sent and downloaded is
 * what was stored, or an error.
 */
export { bankAttention } from "./alerts/attention.queries.ts";
export { alertAdministrators } from "./alerts/raise-alert.ts";
export type { BankConnection } from "./bank-connection.ts";
export { bankConnectionRefusals } from "./bank-connection-refusals.ts";
export { bankConnectionRoutes } from "./bank-connections.routes.ts";
export {
  type BankFileFormat,
  type BankFileId,
  bankFileFormats,
  directions,
  type FilePayment,
  type ToleratedUse,
} from "./bank-file.ts";
export { bankFileRefusals, refuseBankFile } from "./bank-file-refusals.ts";
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
export { type BankRail, bankRails, type ConnectionId, type ConnectionKind, connectionKinds } from "./bank-rail.ts";
export type { BankChannel, BankChannels } from "./channels/channel.ts";
export { hasUnprocessed, haveChannelsWork } from "./channels/channels.queries.ts";
export { addConnection } from "./connections/add-connection.ts";
export { addSimulatedConnection } from "./connections/add-simulated-connection.ts";
export { changeConnection } from "./connections/change-connection.ts";
export { connectionStates } from "./connections/connection-states.ts";
export { inboxOf, placeOf } from "./connections/connection-summary.ts";
export { goLiveKind } from "./connections/go-live-change.ts";
export type { EndedRehearsal, EndRehearsal } from "./connections/leave-rehearsal.ts";
export { moveConnection } from "./connections/move-connection.ts";
export { achWindowsOf } from "./connections/publish-cut-offs.ts";
export {
  findRehearsals,
  findServingConnection,
  findUnserved,
  getConnection,
  holdState,
  listActiveConnections,
  listConnections,
  readSignature,
} from "./connections/read-connections.ts";
export { setUpConnectionRoutes } from "./connections/set-up.routes.ts";
export { openBankFile } from "./content/read-content.ts";
export { type StoredContent, storeContent } from "./content/store-content.ts";
export { sweepBankFiles } from "./content/sweep-contents.ts";
export { acceptanceKind } from "./decisions/accept-change.ts";
export { decideAboutFile, fileDecisions } from "./decisions/decide-file.ts";
export { resendKind } from "./decisions/resend-change.ts";
export { bankFileStates } from "./file-states.ts";
export type { FileItem, FileItemId } from "./items/file-item.ts";
export { ignoreItem } from "./items/ignore-item.ts";
export { FileItemListSchema, FileItemSchema } from "./items/item-schemas.ts";
export { fileItemStates } from "./items/item-states.ts";
export { decideItem, findItem, type ItemRow as FileItemRow, lockItem } from "./items/items.queries.ts";
export { listItems, type ShownItem, showItem } from "./items/read-items.ts";
export { downloadFile, listFiles, type ReadPayees, type ShownFile, showFile } from "./read-files.ts";
export { importFile } from "./receiving/import-file.ts";
export type {
  Applied,
  ApplyTogether,
  ArrivedFile,
  IncomingHandler,
  Interpretation,
  Quarantine,
  TakeNote,
} from "./receiving/incoming-handler.ts";
export { ApplyAgain } from "./receiving/incoming-handler.ts";
export { formatOfFile } from "./receiving/sniff-format.ts";
export { areInUse, type BankFilesWork, bankFileMetrics, runBankFiles } from "./run-bank-files.ts";
export { acknowledgeFiles, rejectFile } from "./sending/answers.ts";
export { FILES_SENT_PER_PASS } from "./sending/send-files.ts";
export { findFileOutcomes, lockAnswerable } from "./sending/sending.queries.ts";
export { FiledBefore, writeFiles } from "./sending/write-file.ts";
export { pollIntervalMs } from "./settings/channel-settings.ts";
export { type SecretName, secretNames } from "./settings/connection-secrets.ts";
export { limitsOn } from "./settings/first-days.ts";
export { readingOf, type Tolerates, toleratedAmong } from "./settings/reading-settings.ts";
export { firstDaysFields, pgpFields, type SettingField, settingFieldsOf } from "./settings/setting-fields.ts";
export { type ConnectionTest, testConnection } from "./test-connection.ts";
export { openTransport } from "./transports/open-transport.ts";
export type { Channel } from "./transports/transport.ts";
