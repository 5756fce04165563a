import type { OriginalMessage } from "bursar-bank-formats/iso20022";
import {
  type FileHeader,
  fileIdentityOf,
  messageIdOfFile,
  type NachaFile,
  NachaFileError,
  readNachaFile,
  readNachaSync,
} from "bursar-bank-formats/nacha";
import { MINUTE_MS } from "bursar-banking/clock";
import type { AchAgreement } from "../agreement/bank-agreement.ts";
import { instantAfter } from "../scripts/instants.ts";
import { type BankEvent, type FileStatusEvent, fileStatus, type PaymentStatusEvent } from "../state/bank-event.ts";
import { type BankDecision, type CustomerFile, checkedAt, reasonOf, rejectedFile } from "./bank-decision.ts";
import { bookEntries } from "./book-nacha.ts";
import { nachaFileProblems } from "./check-nacha.ts";
import { type JudgedEntry, judgeEntries } from "./judge-entries.ts";

const FORMAT = "nacha";
/** Nacha files are no ISO messages; the acknowledgment names them so. */
const MESSAGE_NAME = "NACHA";

/** A Nacha file: acknowledged or rejected with a pain.002 that names its five identifying values. */
export function receiveNacha(file: CustomerFile): BankDecision {
  const header = readableHeader(file.content);
  const original: OriginalMessage = {
    messageId: header === undefined ? "UNREADABLE" : messageIdOfHeader(header),
    messageName: MESSAGE_NAME,
  };
  const reject = (...reasons: FileStatusEvent["reasons"]) =>
    rejectedFile(file, { format: FORMAT, original, reasons: reasons.slice(0, REASONS_MAX) });
  const read = readWhole(file.content);
  if ("problems" in read) return reject(...read.problems.map((problem) => reasonOf("FF01", problem)));
  const agreed = (file.agreement.ach ?? []).find(
    ({ immediateOrigin }) => immediateOrigin.trim() === read.file.header.immediateOrigin.trim(),
  );
  if (agreed === undefined) return reject(reasonOf("BE05", "Immediate Origin is not set up at this bank"));
  const key = `file:${original.messageId}`;
  if (file.books.keys.has(key)) return reject(reasonOf("DUPL", "A file with this identity was received before"));
  const problems = nachaFileProblems(read.file, agreed, file.receivedAt);
  if (problems.length > 0) return reject(...problems);
  return accept(file, { nacha: read.file, agreed, original, key });
}

const REASONS_MAX = 10;

function readWhole(content: Uint8Array): { readonly file: NachaFile } | { readonly problems: readonly string[] } {
  try {
    return { file: readNachaFile(content) };
  } catch (error) {
    if (error instanceof NachaFileError) return { problems: error.errors.map(({ message }) => message) };
    throw error;
  }
}

interface AcceptedNacha {
  readonly nacha: NachaFile;
  readonly agreed: AchAgreement;
  readonly original: OriginalMessage;
  readonly key: string;
}

function accept(file: CustomerFile, { nacha, agreed, original, key }: AcceptedNacha): BankDecision {
  const judged = judgeEntries(file, { nacha, agreed, original });
  // A bank that has nothing to say about any entry does not acknowledge the file either.
  const isSilent = judged.length > 0 && judged.every(({ payment }) => payment.isSilent);
  const scripted = judged.flatMap(({ script }) => script.events);
  const answers = isSilent ? [] : [...acknowledgments(file, { judged, original }), ...scripted];
  const events: BankEvent[] = [...answers, ...bookEntries(file, { nacha, agreed, judged })];
  const { immediateOrigin } = nacha.header;
  return {
    format: FORMAT,
    keys: [key],
    payments: judged.map(({ payment }) => payment),
    events,
    cancelled: [],
    batches: nacha.batches.map(({ header }) => ({ immediateOrigin, header })),
  };
}

/** What the bank says about the file when it has checked it; twice if it repeats itself. */
function acknowledgments(
  { receivedAt }: CustomerFile,
  { judged, original }: { readonly judged: readonly JudgedEntry[]; readonly original: OriginalMessage },
): readonly BankEvent[] {
  const at = checkedAt(receivedAt);
  const entries = judged.flatMap(({ script }) =>
    script.events.filter((event): event is PaymentStatusEvent => event.kind === "paymentStatus" && event.at === at),
  );
  const status = fileStatus(original, entries.length > 0 ? "PART" : "ACCP", at);
  if (!judged.some(({ script }) => script.isRepeated)) return [status];
  const again = { at: instantAfter(new Date(at), MINUTE_MS), copy: 1 };
  return [status, { ...status, ...again }, ...entries.map((event) => ({ ...event, ...again }))];
}

/** The header of a file that is otherwise wrong; undefined if not even its header can be read. */
function readableHeader(content: Uint8Array): FileHeader | undefined {
  try {
    for (const item of readNachaSync(content)) return item.kind === "fileHeader" ? item.header : undefined;
  } catch (error) {
    if (!(error instanceof NachaFileError)) throw error;
  }
  return undefined;
}

const messageIdOfHeader = (header: FileHeader): string => messageIdOfFile(fileIdentityOf(header));
