import { DAY_MS, plusMs } from "../../../src/kernel/clock/clock.ts";
import { browse } from "../worlds/people.ts";
import { newTreasuryDocument } from "../worlds/treasury.ts";
import type { Everything, Fixtures } from "./everything.ts";

let days = 0;

/** A statement for days that no other statement is for. */
async function newStatement({ call, ids, world }: Everything): Promise<string> {
  const accountId = ids["accountId"] ?? "";
  const endsOn = plusMs(world.clock.now(), -(2 + ++days) * DAY_MS)
    .toISOString()
    .slice(0, 10);
  return (await call({ url: `/account/${accountId}/statements`, body: { startsOn: "2026-09-01", endsOn } })).id;
}

export const newDocument = ({ world, organization: { organizationId }, ids }: Everything): Promise<string> =>
  newTreasuryDocument(world, { organizationId, treasuryId: ids["treasuryId"] ?? "" });

/** Valid calls of the operations of statements and treasury accounts. */
export const accountFixtures: Fixtures = {
  getStatement: async (all) => ({ statementId: await newStatement(all) }),
  getStatementPdf: async (all) => ({ statementId: await newStatement(all) }),
  getStatementCsv: async (all) => ({ statementId: await newStatement(all) }),
  getStatementCamt053: async (all) => ({ statementId: await newStatement(all) }),
  getStatementOfx: async (all) => ({ statementId: await newStatement(all) }),
  getStatementJson: async (all) => ({ statementId: await newStatement(all) }),
  createStatement: async () => ({ startsOn: "2026-09-01", endsOn: "2026-09-30" }),
  getTreasuryStatementPdf: async (all) => ({ treasuryStatementId: await newDocument(all) }),
  changeTreasurySweep: async (all) => {
    const cookie = await all.newAdministrator();
    const url = `/treasury/${all.ids["treasuryId"]}/overview`;
    const { body } = await browse(all.world.app, { url, cookie });
    return { cookie, version: body.sweep.version };
  },
};
