import { CheckFileError, parseCheckFile, type ReadCheck } from "../../../formats/checks/index.ts";
import { present } from "../../../kernel/assert.ts";
import { type CheckAgreement, templateOf } from "../agreement/bank-agreement.ts";
import { chosenScenario } from "../scripts/chosen-scenario.ts";
import { scriptCheck } from "../scripts/script-check.ts";
import type { BankEvent, BankPayment } from "../state/bank-event.ts";
import { type BankDecision, type CustomerFile, checkedAt, reasonOf, rejectedFile } from "./bank-decision.ts";
import { shownFileName } from "./file-name.ts";
import { moneyAt } from "./find-payment.ts";

const ISSUES = "positive-pay";
const PRINTS = "checks-pdf";

const originalOf = ({ name }: CustomerFile, messageName: string) => ({ messageId: shownFileName(name), messageName });

/** Checks for the bank's printer: a whole PDF is accepted; the positive-pay file says which checks it contains. */
export function receiveCheckPrints(file: CustomerFile): BankDecision {
  const original = originalOf(file, PRINTS);
  const reject = (code: string, why: string) =>
    rejectedFile(file, { format: PRINTS, original, reasons: [reasonOf(code, why)] });
  if (file.agreement.checks === undefined) return reject("AG03", "Printing checks was not agreed");
  const end = Buffer.from(file.content.subarray(-1_024)).toString("latin1");
  if (!end.includes("%%EOF")) return reject("FF01", "The PDF is incomplete");
  return {
    ...{ format: PRINTS, keys: [], payments: [], cancelled: [] },
    events: [
      {
        ...{ kind: "fileStatus", channel: "pain.002", original, status: "ACCP", reasons: [], copy: 0 },
        at: checkedAt(file.receivedAt),
      },
    ],
  };
}

/** Checks that the customer issued or voided: acknowledged with a pain.002 that names the file; paid or not later. */
export function receiveCheckIssues(file: CustomerFile): BankDecision {
  const original = originalOf(file, ISSUES);
  const { checks: agreed, accounts } = file.agreement;
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
      const { scenario } = chosenScenario({
        ...{ method: "check", accountNumber: null, amountMinor: check.amountMinor },
        ...{ reference: key, seed: file.seed },
      });
      payments.push({ ...payment, isSilent: scenario.kind === "silent" });
      const { receivedAt } = file;
      events.push(...scriptCheck({ payment, check, scenario, receivedAt, agreed }));
    }
  }
  const isSilent = payments.length === checks.length && payments.every((payment) => payment.isSilent);
  const status = rejected === 0 ? "ACCP" : rejected === checks.length ? "RJCT" : "PART";
  if (!isSilent)
    events.unshift({
      ...{ kind: "fileStatus", channel: "pain.002", original, status, reasons: [], copy: 0 },
      at: checkedAt(file.receivedAt),
    });
  return { format: ISSUES, keys: [...keys], payments, events, cancelled: [...cancelled] };
}

const keyOf = ({ accountNumber = "", checkNumber }: ReadCheck): string => `check:${accountNumber} ${checkNumber}`;

const paymentOf = (file: CustomerFile, check: ReadCheck, index: number): BankPayment => ({
  ...{ paymentId: `${file.fileId}-${index}`, method: "check", channel: "pain.002", isSilent: false },
  ...{ accountNumber: check.accountNumber ?? "", amountMinor: check.amountMinor, checkNumber: check.checkNumber },
  ...{ original: originalOf(file, ISSUES), batchId: check.accountNumber ?? "CHECKS" },
  transaction: { instructionId: `${check.accountNumber ?? ""}-${check.checkNumber}` },
});

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
  ...{ kind: "paymentStatus", channel: "pain.002", at: checkedAt(receivedAt), paymentId: payment.paymentId, copy: 0 },
  ...{ original: payment.original, batchId: payment.batchId },
  status: { original: payment.transaction, status: "RJCT", reasons: [reasonOf("NARR", why)] },
});
