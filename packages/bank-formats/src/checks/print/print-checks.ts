import { toPlainText } from "../../text/plain-text.ts";
import { isCheckDate } from "../files/fields/check-dates.ts";
import { CHECK_AMOUNT_MAX_MINOR } from "./amount-text.ts";
import { type CheckFonts, checkCanvas } from "./check-canvas.ts";
import { CheckPrintError, type CheckPrintProblem } from "./check-print-error.ts";
import { type CheckStock, requirePrintable } from "./check-stock.ts";
import { type CheckRun, drawCheck } from "./draw-check.ts";
import { drawStub } from "./draw-stub.ts";
import type { CheckDrawer, CheckMark, PrintableCheck } from "./printable-check.ts";

export interface PrintChecksOptions {
  readonly stock: CheckStock;
  readonly drawer: CheckDrawer;
  readonly fonts: CheckFonts;
  /** The date in the file: the same checks and date give the same bytes. */
  readonly createdAt: Date;
  /** What the file says about itself besides its title, in ASCII. */
  readonly subject?: string;
  /** For tests at the bank and for spoiled checks; a marked check is not signed. */
  readonly mark?: CheckMark;
}

const ADDRESS_LINES_MAX = 4;

/**
 * Prints checks as a PDF file, piece by piece, in bounded memory: only the current page is held. Throws `CheckPrintError` if a
 * check cannot be printed correctly; the bytes until then are not a complete file and must be thrown away.
 *
 * The MICR line is readable by banks only if it is printed with magnetic toner; a bank tests samples before it accepts checks.
 */
export async function* printChecks(
  checks: AsyncIterable<PrintableCheck> | Iterable<PrintableCheck>,
  { stock, drawer, fonts, createdAt, subject, mark }: PrintChecksOptions,
): AsyncGenerator<Uint8Array> {
  requirePrintable(stock);
  const run: CheckRun = { stock, drawer, mark, signature: drawer.signature && signatureUri(drawer.signature) };
  const canvas = await checkCanvas(fonts, { title: "Checks", subject, createdAt });
  let printed = 0;
  let lastNumber = 0;
  for await (const check of checks) {
    requireCheck(check, lastNumber);
    lastNumber = check.checkNumber;
    const slot = stock.slots[printed % stock.slots.length];
    if (slot === undefined) break;
    if (printed % stock.slots.length === 0) canvas.addPage();
    drawCheck(canvas, run, slot, check);
    for (const stub of slot.stubs) drawStub(canvas, run, stub, check);
    printed += 1;
    const bytes = canvas.drain();
    if (bytes.length > 0) yield bytes;
  }
  if (printed === 0)
    throw new CheckPrintError([
      { checkNumber: 0, field: "checks", value: "", rule: "a print run must contain at least one check" },
    ]);
  yield* canvas.end();
}

const PNG = [0x89, 0x50, 0x4e, 0x47];

function signatureUri(image: Uint8Array): string {
  const type = PNG.every((byte, index) => image[index] === byte) ? "png" : "jpeg";
  return `data:image/${type};base64,${Buffer.from(image).toString("base64")}`;
}

/** Everything about a check that does not depend on the stock. */
function requireCheck(check: PrintableCheck, lastNumber: number): void {
  const { checkNumber, amountMinor, remittance } = check;
  const problems: CheckPrintProblem[] = [];
  const add = (field: string, value: string, rule: string): void =>
    void problems.push({ checkNumber, field, value, rule });
  if (!Number.isSafeInteger(checkNumber) || checkNumber < 1)
    add("checkNumber", String(checkNumber), "must be a whole number from 1 on");
  else if (checkNumber <= lastNumber)
    add("checkNumber", String(checkNumber), `must be greater than ${lastNumber}, the number before`);
  if (!isCheckDate(check.date)) add("date", check.date.slice(0, 20), "must be a date, YYYY-MM-DD");
  if (amountMinor < 1n || amountMinor > CHECK_AMOUNT_MAX_MINOR)
    add("amount", String(amountMinor), "must be from $0.01 to $999,999,999,999.99");
  if ((toPlainText(check.payee)?.trim() ?? "") === "")
    add("payee", "", "must be a name in letters that a check can show");
  if (check.address.length > ADDRESS_LINES_MAX) add("address", "", `must have at most ${ADDRESS_LINES_MAX} lines`);
  const sum = remittance.reduce((total, line) => total + line.amountMinor, 0n);
  if (remittance.length > 0 && sum !== amountMinor)
    add("remittance", String(sum), `must add up to the amount of the check, ${amountMinor}`);
  for (const { date } of remittance)
    if (date !== undefined && !isCheckDate(date)) add("remittance", date.slice(0, 20), "must have dates, YYYY-MM-DD");
  if (problems.length > 0) throw new CheckPrintError(problems);
}
