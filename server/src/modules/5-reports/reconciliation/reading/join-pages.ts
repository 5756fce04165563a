import { MOVEMENTS_MAX, type PeriodParts, type ReportedAccount, unusable } from "./reported-account.ts";
import { periodOf } from "./statement-period.ts";

/**
 * One report from all of its pages, in their order: the opening balance of the first page that has one, the closing
 * balance of the last one, and all movements. Throws UnusableStatement if they do not add up.
 */
export function joinPages(pages: readonly [ReportedAccount, ...ReportedAccount[]]): ReportedAccount {
  const movements = pages.flatMap((page) => page.movements);
  if (movements.length > MOVEMENTS_MAX) unusable(`Its pages have more than ${MOVEMENTS_MAX} movements.`);
  const parts = pages.flatMap(({ page }) => page?.parts ?? []);
  const period = parts.length === 0 ? undefined : periodOf(joined(parts), movements);
  const netMinor = movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  if (period !== undefined && period.openingMinor + netMinor !== period.closingMinor)
    unusable("The opening balance and the movements of its pages do not add up to its closing balance.");
  return { ...pages[0], page: undefined, period, movements };
}

function joined(parts: readonly PeriodParts[]): PeriodParts {
  const first = parts.find(({ opening, previous }) => opening !== undefined || previous !== undefined);
  return {
    given: parts.find(({ given }) => given !== undefined)?.given,
    opening: first?.opening,
    previous: first?.previous,
    closing: parts.findLast(({ closing }) => closing !== undefined)?.closing,
  };
}
