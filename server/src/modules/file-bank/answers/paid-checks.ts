import { newYorkDay } from "../../../banking/calendar/new-york.ts";
import { writeCheckFile } from "../../../formats/checks/index.ts";
import { present } from "../../../kernel/assert.ts";
import { templateOf } from "../agreement/bank-agreement.ts";
import type { CheckReportEvent } from "../state/bank-event.ts";
import { type AnswerFile, type Answering, answerIdentityOf, grouped } from "./answer-file.ts";

/** Paid checks and exceptions of an instant in one file. A check that is reported twice is in a second file. */
export function paidCheckFiles({ agreement }: Answering, events: readonly CheckReportEvent[]): readonly AnswerFile[] {
  const { checks } = agreement;
  if (checks === undefined) return [];
  const template = present(templateOf(checks.paidTemplate, "paid"), "the agreement names a template that exists");
  return grouped(events, ({ at }) => at).map((group) => {
    const [{ at }] = group;
    const { name } = answerIdentityOf({ prefix: "checks", at, about: "paid" });
    const { text } = writeCheckFile(
      template,
      group.map(({ check }) => check),
      { fileDate: newYorkDay(new Date(at)) },
    );
    return { name: `${name}.csv`, content: text, at };
  });
}
