import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, RecipientId } from "#kernel/values/ids.ts";
import { type CaseId, insertCase } from "#money/screening/cases/cases.queries.ts";
import { askForChecks } from "#money/screening/checks.queries.ts";
import { partyOf } from "#money/screening/party.ts";
import type { ScreenerId } from "#money/screening/screener.ts";
import { insertScreener, lockScreener, updateScreener } from "#money/screening/screeners.queries.ts";

interface CaseOf {
  readonly organizationId: OrganizationId;
  readonly recipientId: RecipientId;
}

let cases = 0;

/** A recipient that resembles an entry on a list. */
export async function newCase(service: Service, { organizationId, recipientId }: CaseOf): Promise<CaseId> {
  const caseId = service.newId<CaseId>();
  const at = service.clock.now();
  const party = partyOf(recipientId, { names: [`Resembling ${++cases}`], addresses: [], countries: ["US"] });
  const match = {
    key: "Test list/1",
    list: "Test list",
    entryId: "1",
    listedName: "RESEMBLED",
    name: `Resembling ${cases}`,
    score: 90,
    details: "Programs: TEST",
  };
  await service.database.transaction(async (tx) => {
    await askForChecks(tx, organizationId, { parties: [party], at });
    await insertCase(tx, organizationId, { caseId, party, match, at });
  });
  return caseId;
}

/** A screening service at a URL, without the two people who choose it. */
export const newScreeningService = (service: Service, organizationId: OrganizationId, url: string): Promise<void> =>
  service.database.transaction(async (tx) => {
    const before = await lockScreener(tx, organizationId);
    const screener = {
      kind: "url",
      url,
      threshold: 85,
      countries: [],
      failAfterHours: null,
      screenerId: service.newId<ScreenerId>(),
      version: (before?.version ?? 0) + 1,
      at: service.clock.now(),
    } as const;
    if (before === undefined) await insertScreener(tx, organizationId, screener);
    else await updateScreener(tx, organizationId, screener);
  });
