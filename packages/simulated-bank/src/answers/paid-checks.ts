import { createHash } from "node:crypto";
import { CheckFileError, type CheckFileTemplate, type CheckRecord, writeCheckFile } from "bursar-bank-formats/checks";
import { present } from "bursar-banking/assert";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { checksAgreedOver, templateOf } from "../agreement/bank-agreement.ts";
import type { CheckReportEvent } from "../state/bank-event.ts";
import { type AnswerFile, type Answering, answerIdentityOf, grouped } from "./answer-file.ts";

/**
 * Paid checks and exceptions of an instant in one file for a connection. A check that is reported twice is in a second
 * file.
 */
export function paidCheckFiles(
  { agreement }: Answering,
  events: readonly CheckReportEvent[],
  connection: string | undefined,
): readonly AnswerFile[] {
  const agreed = checksAgreedOver(agreement, connection);
  if (agreed === undefined) return [];
  const template = present(templateOf(agreed.paidTemplate, "paid"), "the agreement names a template that exists");
  const shown = events.filter(({ check }) => canShow(template, check));
  return grouped(shown, ({ at }) => at).map((group) => {
    const [{ at }] = group;
    const checks = group.map(({ check }) => check);
    const { text: content } = writeCheckFile(template, checks, { fileDate: newYorkDay(new Date(at)) });
    // What an operator asks for may be of the same instant as what was delivered before.
    const about = createHash("sha256").update(content).digest("hex");
    const { name } = answerIdentityOf({ prefix: "checks", at, about });
    return { name: `${name}.csv`, content, at };
  });
}

/** Some layouts have no code for what the bank would report, or a field that it cannot fill. */
function canShow(template: CheckFileTemplate, check: CheckRecord): boolean {
  try {
    writeCheckFile(template, [check], { fileDate: "2026-01-02" });
    return true;
  } catch (error) {
    if (error instanceof CheckFileError) return false;
    throw error;
  }
}
