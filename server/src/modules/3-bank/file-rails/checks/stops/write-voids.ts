import { CheckFileError, type CheckFileTemplate, writeCheckFile } from "bursar-bank-formats/checks";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { BankFileId, ConnectionId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFiles, FileToRecord } from "../../channels.ts";
import { bankFileNameOf } from "../../orders/file-name.ts";
import { lockSequence, setSequence } from "../../orders/sequences.queries.ts";
import type { FileService } from "../../rail-part.ts";
import type { CheckAccount, CheckConnection } from "../check-connection.ts";
import { acceptVoid, refuseVoid } from "./settle-void.ts";
import {
  reportedVoidFiles,
  reportVoids,
  type VoidToReport,
  voidsOfFile,
  voidsToReport,
  waitingVoids,
} from "./voids.queries.ts";

const VOIDS_PER_FILE = 1_000;

export interface VoidWork {
  readonly organizationId: OrganizationId;
  /** The connection, whatever accounts it serves by now; undefined if it was removed. */
  readonly connectionOf: (connectionId: ConnectionId) => Promise<CheckConnection | undefined>;
}

/** Whether the bank's layout has a code for void checks, or a file of its own for them. */
const reportsVoids = ({ detail, statusesWithoutCode }: CheckFileTemplate): boolean =>
  statusesWithoutCode?.includes("void") ??
  detail.some((field) => field.kind === "code" && field.codes.void !== undefined);

/**
 * Writes positive-pay files with the voids and stops that wait, at once: a check that is out may be cashed at any moment.
 * What was issued over a connection that was removed is left to people. Returns how many moved.
 */
export async function writeVoids(
  service: FileService,
  files: BankFiles,
  { organizationId, connectionOf }: VoidWork,
): Promise<number> {
  let done = 0;
  for (const { connection_id: connectionId, account_id: accountId } of await waitingVoids(
    service.database,
    organizationId,
  )) {
    const page = { connectionId, accountId, limit: VOIDS_PER_FILE };
    const voids = await voidsToReport(service.database, organizationId, page);
    // Another process was faster.
    if (voids.length === 0) continue;
    assert(voids.length <= VOIDS_PER_FILE, "a file has a bounded number of voids");
    const connection = await connectionOf(connectionId);
    done +=
      connection === undefined
        ? await handToPeople(service, organizationId, voids)
        : await writeVoidFile(service, files, { organizationId, connection, page, voids });
  }
  return done;
}

interface VoidFile {
  readonly organizationId: OrganizationId;
  readonly connection: CheckConnection;
  readonly page: Parameters<typeof voidsToReport>[2];
  readonly voids: readonly VoidToReport[];
}

async function writeVoidFile(service: FileService, files: BankFiles, file: VoidFile): Promise<number> {
  const { organizationId, connection, page, voids } = file;
  const account = await connection.numbersOf(service.database, page.accountId);
  const text = account && voidText(service, file, account);
  if (text === undefined) return handToPeople(service, organizationId, voids);
  const content = await files.store(organizationId, inOne(Buffer.from(text)));
  return service.database.transaction(async (tx) => {
    const { connectionId, settings } = connection;
    // Its lock makes the files of a connection one at a time, so that no void is in two.
    const numbers = await lockSequence(tx, organizationId, connectionId);
    const now = await voidsToReport(tx, organizationId, page);
    if (now.map((row) => row.void_id).join() !== voids.map((row) => row.void_id).join()) return 0;
    const fileId = service.newId<BankFileId>();
    const name = bankFileNameOf(settings.fileName, { at: service.clock.now(), number: numbers.next_file });
    await setSequence(tx, organizationId, connectionId, { ...numbers, next_file: numbers.next_file + 1 });
    const voidIds = voids.map((row) => row.void_id);
    const reported = await reportVoids(tx, organizationId, { voidIds, file: { fileId, name } });
    assert(reported.length === voids.length, "each void is in one file");
    const recorded: FileToRecord = {
      content,
      fileId,
      connectionId,
      rail: "check",
      format: "positive-pay",
      name,
      messageId: name,
      rehearsal: false,
      answerWithinMs: settings.answerWithinMs,
      payments: voids.map(({ transaction_id: transactionId, check_number: checkNumber }) => ({
        transactionId,
        purpose: "void",
        reference: String(checkNumber),
      })),
    };
    await files.record(tx, organizationId, [recorded]);
    return voids.length;
  });
}

async function* inOne(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** The file's content; undefined if a person must report the checks to the bank, because its layout cannot. */
function voidText(
  service: FileService,
  { organizationId, connection, voids }: VoidFile,
  account: CheckAccount,
): string | undefined {
  const { issueTemplate, templateSettings } = connection.settings;
  if (!reportsVoids(issueTemplate)) return undefined;
  const today = newYorkDay(service.clock.now());
  try {
    const records = voids.map((row) => ({
      status: "void" as const,
      ...account,
      checkNumber: Number(row.check_number),
      amountMinor: row.amount_minor,
      issueDate: row.issued_on,
      voidDate: today,
      payee: row.payee ?? undefined,
    }));
    return writeCheckFile(issueTemplate, records, { fileDate: today, settings: templateSettings }).text;
  } catch (error) {
    if (!(error instanceof CheckFileError)) throw error;
    service.log.error(
      { organizationId, connectionId: connection.connectionId, problem: error.message },
      "Void checks must be reported to the bank by a person: the layout of its positive-pay files cannot carry them.",
    );
    return undefined;
  }
}

const handToPeople = (service: FileService, organizationId: OrganizationId, voids: readonly VoidToReport[]) =>
  service.database.transaction(
    async (tx) => (await reportVoids(tx, organizationId, { voidIds: voids.map((row) => row.void_id) })).length,
  );

/**
 * What follows without an answer of the bank. A number that was never mailed needs none once the bank has the file. A stop
 * does: only the bank knows whether it came in time.
 */
export async function followVoidFiles(
  service: FileService,
  files: BankFiles,
  { organizationId, connectionOf }: VoidWork,
): Promise<number> {
  const { database } = service;
  const reported = await reportedVoidFiles(database, organizationId);
  if (reported.length === 0) return 0;
  const outcomes = await files.outcomesOf(
    database,
    organizationId,
    reported.map((row) => row.file_id),
  );
  let moved = 0;
  for (const { file_id: fileId, connection_id: connectionId } of reported) {
    const outcome = outcomes.get(fileId);
    if (outcome === undefined || outcome === "inDoubt") continue;
    const isSilent = (await connectionOf(connectionId))?.settings.answerWithinMs === undefined;
    if (outcome === "sent" && !isSilent) continue;
    for (const found of await voidsOfFile(database, organizationId, fileId)) {
      if (found.state !== "reported") continue;
      if (outcome === "dismissed") {
        const reason = "The file with it was not sent.";
        moved += Number(await database.transaction((tx) => refuseVoid(service, tx, { organizationId, found, reason })));
      } else if (found.kind === "void")
        moved += Number(
          await database.transaction((tx) =>
            acceptVoid(service, tx, { organizationId, found, sourceFileId: undefined }),
          ),
        );
    }
  }
  return moved;
}
