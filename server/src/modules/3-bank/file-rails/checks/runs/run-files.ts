import {
  type CheckDrawer,
  CheckPrintError,
  type CheckRecord,
  type PrintableCheck,
  printChecks,
  writeCheckFile,
} from "bursar-bank-formats/checks";
import { readFonts } from "#kernel/pdf/font-files.ts";
import type { CheckAccount, CheckConnection } from "../check-connection.ts";
import { printableCheckOf } from "../check-facts.ts";
import type { CheckRunRow } from "./check-runs.queries.ts";
import type { RunCheck } from "./run-checks.ts";

/** What the files of a run are built from, besides its checks. */
export interface RunToBuild {
  readonly run: Pick<CheckRunRow, "issued_on" | "issue_name" | "numbered_at">;
  readonly connection: CheckConnection;
  readonly account: CheckAccount;
}

/** The positive-pay file: what the bank may pay. Throws CheckFileError. */
export function issueContent({ run, connection, account }: RunToBuild, checks: readonly RunCheck[]): Buffer {
  const { issueTemplate, templateSettings } = connection.settings;
  const { routingNumber, accountNumber } = account;
  const records = checks.map(
    ({ checkNumber, amountMinor, payee }): CheckRecord => ({
      status: "issued",
      routingNumber,
      accountNumber,
      checkNumber,
      amountMinor,
      issueDate: run.issued_on,
      payee,
    }),
  );
  const options = { fileDate: run.issued_on, settings: templateSettings };
  return Buffer.from(writeCheckFile(issueTemplate, records, options).text);
}

const drawerOf = ({ connection: { settings }, account }: RunToBuild): CheckDrawer => ({
  payer: settings.payer,
  bank: settings.bank,
  ...account,
});

const printable = ({ run }: RunToBuild, checks: readonly RunCheck[]): readonly PrintableCheck[] =>
  checks.map((check) => printableCheckOf(check, { ...check, date: run.issued_on }));

/** The PDF with the checks, in pieces. Throws CheckPrintError. */
export const printContent = (build: RunToBuild, checks: readonly RunCheck[]): AsyncGenerator<Uint8Array> =>
  printChecks(printable(build, checks), {
    stock: build.connection.settings.stock,
    drawer: drawerOf(build),
    fonts: readFonts(),
    createdAt: build.run.numbered_at,
    // Tells the bank's printer which issue file has its checks.
    subject: `Positive-pay file ${build.run.issue_name}`,
  });

/**
 * The numbers of checks that cannot be printed, such as those with a name too long for the stock: found before the bank
 * learns of them. `all` if the stock or the account does not allow any check.
 */
export async function unprintableChecks(
  build: RunToBuild,
  checks: readonly RunCheck[],
): Promise<ReadonlySet<number> | "all"> {
  const found = new Set<number>();
  for (let rest = checks; rest.length > 0; ) {
    try {
      for await (const piece of printContent(build, rest)) void piece;
      break;
    } catch (error) {
      if (!(error instanceof CheckPrintError)) throw error;
      const failed = error.problems[0]?.checkNumber ?? 0;
      const place = rest.findIndex(({ checkNumber }) => checkNumber === failed);
      if (place < 0) return "all";
      found.add(failed);
      rest = rest.slice(place + 1);
    }
  }
  return found;
}
