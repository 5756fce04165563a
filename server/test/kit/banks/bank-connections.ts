import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endRehearsalOf } from "#administration/end-rehearsal.ts";
import { addConnection, type BankConnection, countUnsentFiles, moveConnection, testConnection } from "#bank/exchange";
import type { NewBankConnection } from "#bank/exchange/connections/add-connection.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { operator } from "../service/full-app.ts";

/** ACH settings with what has no default. */
export const achSettings = {
  immediateDestination: "021000021",
  immediateDestinationName: "First Example Bank",
  immediateOrigin: "1123456789",
  immediateOriginName: "Acme, Inc.",
  companyName: "Acme, Inc.",
  companyIdentification: "1123456789",
  odfiRoutingNumber: "021000021",
};

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new folder for `outbox` and `inbox`, removed at the end of this process. */
export function newExchangeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bursar-exchange-"));
  folders.push(folder);
  return folder;
}

/** What a connection's move has to know of files and payments that were not sent. */
export const unsentOf = (service: Service) => ({
  countUnsent: countUnsentFiles,
  endRehearsal: endRehearsalOf(service),
});

/** A connection for ACH over a new folder, in the state `draft`. */
export const newFolderConnection = (
  service: Service,
  { organizationId, accountId }: { readonly organizationId: OrganizationId; readonly accountId: AccountId },
  { settings, ...changes }: Partial<Omit<NewBankConnection, "settings">> & { readonly settings?: object } = {},
): Promise<BankConnection> =>
  addConnection(service, {
    organizationId,
    actor: operator,
    name: "First Example Bank, ACH",
    accountIds: [accountId],
    secrets: {},
    ...changes,
    settings: {
      rail: "ach",
      railSettings: achSettings,
      kind: "folder",
      channel: { folder: newExchangeFolder() },
      firstDays: null,
      ...settings,
    },
  });

/** Like `newFolderConnection`, tested, rehearsed, and live: with the key that other functions take. */
export async function newLiveConnection(
  service: Service,
  organization: Parameters<typeof newFolderConnection>[1],
  changes?: Parameters<typeof newFolderConnection>[2],
) {
  const connection = await newFolderConnection(service, organization, changes);
  const { organizationId, connectionId } = connection;
  const key = { organizationId, connectionId, actor: operator };
  const { passed, steps } = await testConnection(service, key);
  assert.equal(passed, true, JSON.stringify(steps));
  for (const trigger of ["rehearse", "goLive"] as const)
    await moveConnection(service, { ...key, trigger, ...unsentOf(service) });
  return key;
}

/** SFTP settings with what has no default. The server does not exist. */
export const sftpSettings = {
  host: "sftp.bank.example",
  user: "acme",
  hostKeys: [`SHA256:${"A".repeat(43)}`],
  uploadDirectory: "inbound",
  downloadDirectory: "outbound",
};

/** A connection for ACH over SFTP, in the state `draft`. */
export const newSftpConnection = (
  service: Service,
  organization: { readonly organizationId: OrganizationId; readonly accountId: AccountId },
  changes: Partial<Omit<NewBankConnection, "settings">>,
): Promise<BankConnection> =>
  newFolderConnection(service, organization, { ...changes, settings: { kind: "sftp", channel: sftpSettings } });
