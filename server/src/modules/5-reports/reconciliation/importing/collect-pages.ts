import { type BankFileId, openBankFile } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { readStatement } from "../reading/read-statement.ts";
import {
  MOVEMENTS_MAX,
  type PeriodParts,
  type ReportedAccount,
  type ReportPage,
  unusable,
} from "../reading/reported-account.ts";
import { periodOf } from "../reading/statement-period.ts";
import type { ReportToApply } from "./apply-report.ts";
import { type ArrivedPage, arrivedPages, markJoined, type PagedReport, storePage } from "./pages.queries.ts";
import { lockReconciled } from "./statements.queries.ts";

/** The other pages of a report, by their files; empty while some are missing. */
export type OtherPages = ReadonlyMap<BankFileId, ReportedAccount>;

const reportOf = (
  { account, report: { statementReference: reference } }: ReportToApply,
  format: string,
): PagedReport => ({
  ...account,
  format,
  reference,
});

/** Whether the pages are all pages of a report. Throws UnusableStatement if they contradict each other. */
function areAll(pages: readonly Pick<ArrivedPage, "number" | "isLast">[]): boolean {
  const last = pages.filter(({ isLast }) => isLast);
  const highest = Math.max(...pages.map(({ number }) => number));
  if (last.length > 1 || (last[0] !== undefined && last[0].number < highest))
    unusable(
      `Its pages contradict each other: page ${last[0]?.number} is the last one, and there is a page ${highest}.`,
    );
  return last.length === 1 && pages.length === highest;
}

/** Reads the other pages from their files, outside any transaction, if this one is the last that was missing. */
export async function readOtherPages(
  service: Service,
  toApply: ReportToApply,
  { format, page }: { readonly format: string; readonly page: ReportPage },
): Promise<OtherPages> {
  const report = reportOf(toApply, format);
  const others = (await arrivedPages(service.database, report)).filter(({ number }) => number !== page.number);
  if (!areAll([...others, page])) return new Map();
  const found = new Map<BankFileId, ReportedAccount>();
  let movements = 0;
  for (const { fileId, number } of others) {
    const file = await openBankFile(service, { organizationId: report.organizationId, fileId });
    if (file === undefined) return unusable(`Its page ${number} is no longer stored. Ask the bank to send it again.`);
    const { accounts } = await readStatement(file.chunks(), format);
    const own = accounts.find(
      (account) => account.statementReference === report.reference && account.page?.number === number,
    );
    if (own === undefined) continue;
    found.set(fileId, own);
    movements += own.movements.length;
    if (movements > MOVEMENTS_MAX) unusable(`Its pages have more than ${MOVEMENTS_MAX} movements.`);
  }
  return found;
}

/** A page arrived on another connection at the same time: the file is read again. */
class PagesChanged extends Error {
  override readonly name = "PagesChanged";
}

/**
 * Keeps a page until all pages of its report have arrived, in any order. Returns the whole report then, and otherwise
 * undefined. Throws UnusableStatement if the pages do not add up.
 */
export async function collectPage(
  service: Service,
  tx: Tx,
  {
    toApply,
    format,
    page,
    others,
  }: {
    readonly toApply: ReportToApply;
    readonly format: string;
    readonly page: ReportPage;
    readonly others: OtherPages;
  },
): Promise<ReportToApply | undefined> {
  const { account, report: own, fileId, isByHand } = toApply;
  await lockReconciled(tx, account);
  const report = reportOf(toApply, format);
  const { number, isLast } = page;
  const at = service.clock.now();
  const stored = await storePage(tx, report, { number, isLast, fileId, isByHand, at });
  assert(stored === 1, "a page that arrived is kept");
  const arrived = await arrivedPages(tx, report);
  assert(
    arrived.some((page) => page.number === number && page.fileId === fileId),
    "the latest file with a page is the one that counts",
  );
  if (!areAll(arrived)) return undefined;
  const pages = arrived.map((page) => {
    const found = page.number === number ? own : others.get(page.fileId);
    if (found === undefined) throw new PagesChanged(`Page ${page.number} arrived meanwhile`);
    return found;
  });
  const marked = await markJoined(tx, report, at);
  assert(marked <= pages.length, "only the pages of the report are joined");
  const [first = own, ...rest] = pages;
  const joined = joinPages([first, ...rest]);
  assert(
    joined.movements.length === pages.reduce((sum, { movements }) => sum + movements.length, 0),
    "a joined report has the movements of all of its pages",
  );
  // A person's upload of one page is a person's upload of the statement.
  return { account, report: joined, fileId, isByHand: arrived.some((page) => page.isByHand) };
}

/**
 * One report from all of its pages, in their order: the opening balance of the first page that has one, the closing
 * balance of the last one, and all movements. Throws UnusableStatement if they do not add up.
 */
export function joinPages(pages: readonly [ReportedAccount, ...ReportedAccount[]]): ReportedAccount {
  const movements = pages.flatMap((page) => page.movements);
  if (movements.length > MOVEMENTS_MAX) unusable(`Its pages have more than ${MOVEMENTS_MAX} movements.`);
  const parts = pages.flatMap(({ page }) => page?.parts ?? []);
  const period = parts.length === 0 ? undefined : periodOf(firstAndLast(parts), movements);
  const netMinor = movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  if (period !== undefined && period.openingMinor + netMinor !== period.closingMinor)
    unusable("The opening balance and the movements of its pages do not add up to its closing balance.");
  return { ...pages[0], page: undefined, period, movements };
}

function firstAndLast(parts: readonly PeriodParts[]): PeriodParts {
  const first = parts.find(({ opening, previous }) => opening !== undefined || previous !== undefined);
  return {
    given: parts.find(({ given }) => given !== undefined)?.given,
    opening: first?.opening,
    previous: first?.previous,
    closing: parts.findLast(({ closing }) => closing !== undefined)?.closing,
  };
}
