import { END_MARKS } from "../text/file-marks.ts";
import { decodedUtf8 } from "../text/utf8-line.ts";
import { type Acknowledgment, AcknowledgmentError, acknowledgmentProblem } from "./acknowledgment.ts";
import type { AcknowledgmentTemplate } from "./acknowledgment-template.ts";
import { isCsvForm, readCsvForm } from "./read-csv-form.ts";
import { isTextForm, readTextForm } from "./read-text-form.ts";
import { acknowledgmentTemplates } from "./templates.ts";

/** A bank's confirmation is a page, or a row for each entry of a file. */
const BYTES_MAX = 16 * 1024 * 1024;
const LINE_LENGTH_MAX = 2_000;
/** What is looked at to find the form. */
const FORM_LENGTH_MAX = 16 * 1024;

/** The lines of a file in UTF-8 or Latin-1, without marks and trailing blanks. */
function linesOf(content: string | Uint8Array): readonly string[] {
  if (content.length > BYTES_MAX)
    throw new AcknowledgmentError([acknowledgmentProblem(0, "", { rule: `may have at most ${BYTES_MAX} bytes` })]);
  const text = typeof content === "string" ? content : new TextDecoder("latin1").decode(content);
  return text.split(/\r\n|\r|\n/).map((line, at) => {
    const decoded = decodedUtf8(line) ?? line;
    const plain = (at === 0 ? decoded.replace(/^\u{feff}/u, "") : decoded).replace(END_MARKS, "").trimEnd();
    if (plain.length <= LINE_LENGTH_MAX) return plain;
    throw new AcknowledgmentError([
      acknowledgmentProblem(at + 1, "", { rule: `may have at most ${LINE_LENGTH_MAX} characters` }),
    ]);
  });
}

const isForm = (lines: readonly string[], template: AcknowledgmentTemplate): boolean =>
  template.kind === "text" ? isTextForm(lines, template) : isCsvForm(lines, template);

/**
 * Which of the templates a file has the form of; undefined if none, as for a report for people. Nothing is acted upon
 * because a file looks like an acknowledgment: reading it decides.
 */
export function findAcknowledgmentTemplate(
  content: string | Uint8Array,
  templates: readonly AcknowledgmentTemplate[] = acknowledgmentTemplates,
): AcknowledgmentTemplate | undefined {
  let lines: readonly string[];
  try {
    // The end of what is looked at may be in a line, which then has no form.
    lines = linesOf(content.slice(0, FORM_LENGTH_MAX));
  } catch (error) {
    if (error instanceof AcknowledgmentError) return undefined;
    throw error;
  }
  return templates.find((template) => isForm(lines, template));
}

/**
 * The acknowledgments in a file, one for each file that it is about, without blocking the event loop. Throws
 * AcknowledgmentError if it has not the template's form, or does not say of a file whether it was accepted, or says both.
 */
export async function readAcknowledgments(
  content: string | Uint8Array,
  template: AcknowledgmentTemplate,
): Promise<readonly Acknowledgment[]> {
  const lines = linesOf(content);
  if (!isForm(lines, template))
    throw new AcknowledgmentError([
      acknowledgmentProblem(0, "", { rule: `It does not have the form "${template.title}".` }),
    ]);
  return template.kind === "text" ? readTextForm(lines, template) : readCsvForm(lines, template);
}
