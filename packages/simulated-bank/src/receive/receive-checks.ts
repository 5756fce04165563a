import { CheckFileError, type CheckRecord, parseCheckFile, type ReadCheck } from "bursar-bank-formats/checks";
import { present } from "bursar-banking/assert";
import { type CheckAgreement, checksAgreedOver, templateOf } from "../agreement/bank-agreement.ts";
import { chosenScenario } from "../scripts/chosen-scenario.ts";
import { scriptCheck } from "../scripts/script-check.ts";
import { checkFileKey } from "../state/bank-books.ts";
import { type BankEvent, type BankPayment, fileStatus, statusOfParts } from "../state/bank-event.ts";
import { type BankDecision, type CustomerFile, checkedAt, reasonOf, rejectedFile } from "./bank-decision.ts";
import { shownFileName } from "./file-name.ts";
import { moneyAt } from "./find-payment.ts";

const ISSUES = "positive-pay";
const PRINTS = "checks-pdf";

/** What must not be printed twice: the checks of a positive-pay file. */
export const printKey = (connection: string, messageId: string): string =>
  `print:${checkFileKey(connection, messageId)}`;

const originalOf = ({ name }: CustomerFile, messageName: string) => ({ messageId: shownFileName(name), messageName });

/** The PDF's description of itself begins with this, and names the file whose checks the bank mails. */
const SUBJECT_START = "(Positive-pay file ";
const SUBJECT = /^\(Positive-pay file ([^()\\]{1,200})\)/;

/**
 * Checks for the bank's printer: a whole PDF is accepted, and decides when its checks are mailed; its positive-pay file says
 * which ones it contains.
 */
export function receiveCheckPrints(file: CustomerFile): BankDecision {
  const original = originalOf(file, PRINTS);
  const reject = (code: string, why: string) =>
    rejectedFile(file, { format: PRINTS, original, reasons: [reasonOf(code, why)] });
  const { books, connection, receivedAt } = file;
  const agreed = checksAgreedOver(file.agreement, connection);
  if (agreed?.printedBy !== "bank") return reject("AG03", "Printing checks was not agreed");
  const end = Buffer.from(file.content.subarray(-1_024)).toString("latin1");
  if (!end.includes("%%EOF")) return reject("FF01", "The PDF is incomplete");
  const issue = issueFileOf(file.content);
  const checks = issue === undefined ? undefined : books.issuedIn.get(checkFileKey(connection, issue));
  if (issue === undefined || checks === undefined)
    return reject("FF01", "The PDF does not name the positive-pay file of its checks");
  const key = printKey(connection, issue);
  if (books.keys.has(key)) return reject("DUPL", "The checks of this positive-pay file were printed before");
  return {
    format: PRINTS,
    keys: [key],
    payments: [],
    cancelled: [],
    events: [
      fileStatus(original, "ACCP", checkedAt(receivedAt)),
      ...checks
        .filter(({ paymentId }) => !books.cancelledAt.has(paymentId))
        .flatMap((payment) => scriptCheck({ payment, ...issuedCheck(payment, file.seed), receivedAt, agreed })),
    ],
  };
}

function issueFileOf(content: Uint8Array): string | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const at = bytes.lastIndexOf(SUBJECT_START, undefined, "latin1");
  const [, name] = (at < 0 ? undefined : SUBJECT.exec(bytes.toString("latin1", at, at + 300))) ?? [];
  return name === undefined ? undefined : shownFileName(name);
}

/** The check that a payment is, and its scenario. */
function issuedCheck(payment: BankPayment, seed: number | undefined) {
  const check = present(payment.check, "the payments of a positive-pay file are checks");
  const { scenario } = chosenScenario({
    method: "check",
    accountNumber: null,
    amountMinor: check.amountMinor,
    reference: keyOf(check),
    seed,
  });
  return { check, scenario };
}

/** Checks that the customer issued or voided: acknowledged with a pain.002 that names the file; paid or not later. */
export function receiveCheckIssues(file: CustomerFile): BankDecision {
  const original = originalOf(file, ISSUES);
  const { accounts } = file.agreement;
  const agreed = checksAgreedOver(file.agreement, file.connection);
  const reject = (code: string, ...why: readonly string[]) =>
    rejectedFile(file, { format: ISSUES, original, reasons: [reasonOf(code, ...why)] });
  if (agreed === undefined) return reject("AG03", "Positive pay was not agreed");
  const template = present(templateOf(agreed.issueTemplate, "issue"), "the agreement names a template that exists");
  try {
    const text = Buffer.from(file.content).toString("utf8");
    const { checks } = parseCheckFile(template, text, { accounts: accounts.map(({ number }) => number) });
    if (checks.length === 0) return reject("FF01", "The file contains no checks");
    return judgeChecks(file, checks, agreed);
  } catch (error) {
    if (!(error instanceof CheckFileError)) throw error;
    return reject("FF01", ...error.problems.map(({ line, field, rule }) => `line ${line} ${field}: ${rule}`));
  }
}

function judgeChecks(file: CustomerFile, checks: readonly ReadCheck[], agreed: CheckAgreement): BankDecision {
  const original = originalOf(file, ISSUES);
  const keys = new Set<string>();
  const cancelled = new Set<string>();
  const payments: BankPayment[] = [];
  const events: BankEvent[] = [];
  let rejected = 0;
  for (const [index, check] of checks.entries()) {
    const payment = paymentOf(file, check, index);
    const key = keyOf(check);
    const problem = check.status === "void" ? voidProblem(file, check, cancelled) : issueProblem(file, check, keys);
    if (problem !== undefined) {
      rejected += 1;
      events.push(statusOf(file, payment, problem));
    } else if (check.status === "issued") {
      keys.add(key);
      const { scenario } = issuedCheck(payment, file.seed);
      payments.push({ ...payment, isSilent: scenario.kind === "silent" });
      // What the bank prints is decided when it has the PDF.
      const { receivedAt } = file;
      if (agreed.printedBy === "customer")
        events.push(...scriptCheck({ payment, check, scenario, receivedAt, agreed }));
    }
  }
  const status = statusOfParts({ rejected, total: checks.length });
  events.unshift(fileStatus(original, status, checkedAt(file.receivedAt)));
  return { format: ISSUES, keys: [...keys], payments, events, cancelled: [...cancelled] };
}

const keyOf = ({ accountNumber = "", checkNumber }: CheckRecord): string => `check:${accountNumber} ${checkNumber}`;

const paymentOf = (file: CustomerFile, check: ReadCheck, index: number): BankPayment => ({
  paymentId: `${file.fileId}-${index}`,
  method: "check",
  channel: "pain.002",
  isSilent: false,
  accountNumber: check.accountNumber ?? "",
  amountMinor: check.amountMinor,
  check: issuedOf(check),
  original: originalOf(file, ISSUES),
  batchId: check.accountNumber ?? "CHECKS",
  transaction: { instructionId: `${check.accountNumber ?? ""}-${check.checkNumber}` },
});

const issuedOf = ({ line: _, ...check }: ReadCheck): CheckRecord => check;

function issueProblem({ books }: CustomerFile, check: ReadCheck, keys: ReadonlySet<string>): string | undefined {
  if (check.status !== "issued") return `A check cannot be reported as ${check.status}`;
  if (check.accountNumber === undefined) return "The account is missing";
  const key = keyOf(check);
  return keys.has(key) || books.keys.has(key) ? "The check number was issued before" : undefined;
}

/** A void cancels the check; too late if it was paid, or if its end was reported. */
function voidProblem(
  { books, receivedAt }: CustomerFile,
  check: ReadCheck,
  cancelled: Set<string>,
): string | undefined {
  const reference = `instructionId:${check.accountNumber ?? ""}-${check.checkNumber}`;
  const payment = books.byReference.get(reference);
  if (payment === undefined) return "The check was not issued";
  if (payment.amountMinor !== check.amountMinor) return "The amount is not that of the issued check";
  if (moneyAt(books, payment, receivedAt.toISOString()).hasLeft) return "The check was paid before";
  cancelled.add(payment.paymentId);
  return undefined;
}

const statusOf = ({ receivedAt }: CustomerFile, payment: BankPayment, why: string): BankEvent => ({
  kind: "paymentStatus",
  channel: "pain.002",
  at: checkedAt(receivedAt),
  paymentId: payment.paymentId,
  copy: 0,
  original: payment.original,
  batchId: payment.batchId,
  status: { original: payment.transaction, status: "RJCT", reasons: [reasonOf("NARR", why)] },
});
