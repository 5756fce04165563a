import type { BankFileId, BankFileRow, FilePayment } from "#bank/exchange/bank-file.ts";
import { bankFileKey, findFile, pageOfFiles } from "#bank/exchange/bank-files.queries.ts";
import type { BankChannel } from "#bank/exchange/channels/channel.ts";
import type { ChannelService } from "#bank/exchange/channels/lease.ts";
import { storeContent } from "#bank/exchange/content/store-content.ts";
import { type BankFilesWork, runBankFiles } from "#bank/exchange/run-bank-files.ts";
import { type OutgoingFile, writeFiles } from "#bank/exchange/sending/write-file.ts";
import { present } from "#kernel/assert.ts";
import { MINUTE_MS, type MovableClock, manualClock, plusMs } from "#kernel/clock/clock.ts";
import { keysetOf } from "#kernel/http/paging.queries.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { minimalOrganization, openTestService, type TestService } from "../service/test-service.ts";
import { channelsOf, createTestBank, type OnStep, type TestBank, testChannel } from "./test-bank.ts";

/** A service with one organization, and a bank whose directories are in memory. */
export interface FileWorld {
  readonly opened: TestService;
  readonly service: ChannelService;
  readonly clock: MovableClock;
  readonly organizationId: OrganizationId;
  /** A new bank with a connection of its own. */
  newBank(changes?: Partial<BankChannel>): { readonly bank: TestBank; readonly channel: BankChannel };
  /** Stores a content and writes a file with it. */
  write(channel: BankChannel, file?: Partial<OutgoingFile> & { readonly text?: string }): Promise<BankFileId>;
  file(fileId: BankFileId): Promise<BankFileRow>;
  /** All files of a connection, oldest first. */
  files(channel: BankChannel): Promise<readonly BankFileRow[]>;
  /** Passes, with time for leases and retries to end between them, until two of them have nothing to do. */
  settle(work: BankFilesWork, service?: ChannelService): Promise<void>;
  payment(): FilePayment;
  close(): Promise<void>;
}

export async function openFileWorld(): Promise<FileWorld> {
  const clock = manualClock(new Date("2026-11-20T15:00:00Z"));
  const opened = await openTestService({ clock });
  const service: ChannelService = { ...opened.service, machineClock: clock };
  const organizationId = await minimalOrganization(service);
  let named = 0;
  const settle: FileWorld["settle"] = async (work, by = service) => {
    // Bounded: work that never ends is a failure of the test.
    for (let idle = 0, pass = 0; idle < 2; pass += 1) {
      if (pass > 50) throw new Error("The work on files does not end");
      idle = (await runBankFiles(by, work)) === 0 ? idle + 1 : 0;
      clock.set(plusMs(clock.now(), 10 * MINUTE_MS));
    }
  };
  return {
    opened,
    service,
    clock,
    organizationId,
    newBank: (changes) => ({ bank: createTestBank(), channel: testChannel(organizationId, changes) }),
    write: async (channel, { text = "a file", ...file } = {}) => {
      const content = await storeContent(service, organizationId, chunksOf(text));
      named += 1;
      const [fileId] = await service.database.transaction((tx) =>
        writeFiles(service, tx, organizationId, [
          {
            connectionId: channel.connectionId,
            rail: channel.rail,
            format: "nacha",
            name: `file-${named}.ach`,
            content,
            payments: [],
            ...file,
          },
        ]),
      );
      return present(fileId, "a written file has an ID");
    },
    file: async (fileId) => present(await findFile(service.database, organizationId, fileId), "the file exists"),
    files: async ({ connectionId }) => {
      const keyset = await keysetOf({}, { column: bankFileKey, exists: async () => true });
      return pageOfFiles(service.database, organizationId, { filter: { connectionId }, keyset });
    },
    settle,
    payment: () => {
      named += 1;
      const reference = `09100001${String(named).padStart(7, "0")}`;
      return { transactionId: service.newId<TransactionId>(), purpose: "pay", reference };
    },
    close: () => opened.close(),
  };
}

/** A text in small chunks. */
export async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += 40) yield Buffer.from(text.slice(at, at + 40));
}

/** The work of a process over one connection. */
export const workOf = (
  { bank, channel }: { readonly bank: TestBank; readonly channel: BankChannel },
  more: Partial<BankFilesWork> & { readonly onStep?: OnStep } = {},
): BankFilesWork => ({
  channels: channelsOf(bank, [channel], more.onStep),
  handlers: more.handlers ?? [],
  ...(more.observer === undefined ? {} : { observer: more.observer }),
});
