import {
  type AcknowledgedFile,
  type Acknowledgment,
  AcknowledgmentError,
  type AcknowledgmentTemplate,
  acknowledgmentTemplates,
  findAcknowledgmentTemplate,
  readAcknowledgments,
} from "bursar-bank-formats/acknowledgments";
import type { BankFileId, ConnectionId, FileItem } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type AchFileRow, filesOfConnection } from "../ach/ach-files.queries.ts";
import { quarantine } from "../answers/quarantined-file.ts";
import type { AnswerTools } from "./answer-file.ts";
import { applyVerdict } from "./apply-acknowledgment.ts";

/** A bank's confirmation is a page, or a row for each entry of a file. */
const BYTES_MAX = 16 * 1024 * 1024;

/**
 * Reads a bank's own acknowledgments of ACH files, as text or CSV, by the connection's templates or by those that are built
 * in. Throws QuarantinedFile if the file has no known form or
 * contradicts itself.
 */
export async function readTextAcknowledgments(
  content: AsyncIterable<Buffer>,
  own: readonly AcknowledgmentTemplate[],
): Promise<{ readonly acknowledgments: readonly Acknowledgment[]; readonly template: AcknowledgmentTemplate }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) return quarantine(UNKNOWN);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks);
  const template = findAcknowledgmentTemplate(text, [...own, ...acknowledgmentTemplates]);
  if (template === undefined) return quarantine(UNKNOWN);
  try {
    return { acknowledgments: await readAcknowledgments(text, template), template };
  } catch (error) {
    if (error instanceof AcknowledgmentError)
      return quarantine(`It is not a valid acknowledgment (${template.title}). ${error.message}`);
    throw error;
  }
}

const UNKNOWN =
  "It is in none of the formats that this connection receives. If it acknowledges a file, describe its form in the setting acknowledgmentTemplates; if it is a report for people, add its name to ignoredNames.";

export interface ReceivedTextAcknowledgment extends Acknowledgment {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  /** The received file. */
  readonly fileId: BankFileId;
}

/** Applies what a bank says about one file. Returns what could not be applied. */
export async function applyTextAcknowledgment(
  tools: AnswerTools,
  tx: Tx,
  received: ReceivedTextAcknowledgment,
): Promise<readonly FileItem[]> {
  const { organizationId, connectionId, fileId, line, status, code, file: named, rejects, rejectedCount } = received;
  const unread = received.problems.map(
    ({ line: at, field, value, rule }): FileItem => ({
      kind: "unreadable",
      place: `Line ${at}`,
      position: at,
      reason: `${field} ${value === "" ? "" : `"${value}" `}${rule}`.trim(),
      identity: ["acknowledgment", nameOf(named), String(at), field],
    }),
  );
  const whole = (kind: FileItem["kind"], reason: string): readonly FileItem[] => [
    {
      kind,
      place: `Line ${line}`,
      position: line,
      reason,
      identity: ["acknowledgment", nameOf(named), status, code ?? ""],
      reference: nameOf(named),
      code,
    },
    ...unread,
  ];
  const found = (await filesOfConnection(tx, organizationId, connectionId)).filter((file) => isNamed(file, named));
  const [file, another] = found;
  if (file === undefined) return whole("unknownPayment", "It names no file that was sent over this connection.");
  if (another !== undefined)
    return whole("unknownPayment", `It may be about ${file.name} or about ${another.name}. Ask the bank which.`);
  // What is accepted is paid, so every rejected entry must be known.
  if (status === "partlyAccepted" && (rejects.length === 0 || (rejectedCount ?? rejects.length) !== rejects.length))
    return whole("contradiction", "It rejects entries that it does not list. Ask the bank which ones.");
  if (status === "accepted" && rejects.length > 0)
    return whole("contradiction", "It accepts the file and rejects entries in it.");
  const entries = rejects.map((reject, index) => ({
    index,
    traceNumber: reject.traceNumber ?? "",
    outcome: "rejected" as const,
    code: reject.code ?? "BF-REJECTED",
  }));
  assert(entries.length === rejects.length, "each rejected entry is applied or an open item");
  assert(status !== "accepted" || entries.length === 0, "a file that is accepted has no rejected entries");
  const verdict = status === "partlyAccepted" ? "accepted" : status;
  const about = { organizationId, connectionId, fileId, verdict, code, entries } as const;
  const items = await applyVerdict(tools, tx, { ...about, file });
  return typeof items === "string" ? whole("contradiction", items) : [...items, ...unread];
}

const nameOf = ({ fileName, creationDate, creationTime, fileIdModifier, bankReference }: AcknowledgedFile): string =>
  fileName ??
  [creationDate, creationTime, fileIdModifier, bankReference].filter((part) => part !== undefined).join(" ");

/** A file has what the bank says about it, which is enough to tell it from others. */
function isNamed(file: AchFileRow, named: AcknowledgedFile): boolean {
  const same = (stated: string | undefined, own: string): boolean =>
    stated === undefined || stated.trim().toUpperCase() === own.trim().toUpperCase();
  const says = named.fileName !== undefined || named.creationDate !== undefined || named.totalCreditMinor !== undefined;
  return (
    says &&
    same(named.fileName, file.name) &&
    same(named.immediateOrigin, file.immediate_origin) &&
    same(named.immediateDestination, file.immediate_destination) &&
    same(named.creationDate, file.creation_date) &&
    same(named.creationTime, file.creation_time) &&
    same(named.fileIdModifier, file.modifier) &&
    (named.entryCount === undefined || named.entryCount === file.entries) &&
    (named.totalCreditMinor === undefined || file.reverses === true || named.totalCreditMinor === file.total_minor)
  );
}
