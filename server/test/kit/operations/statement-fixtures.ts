import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Everything, Fixture, Fixtures } from "./everything.ts";

let made = 0;

/** A statement for days that no other statement is for: twenty first days, each with many last ones. */
export async function newStatement({ call, ids, world }: Everything): Promise<string> {
  made += 1;
  const endsOn = plusMs(world.clock.now(), -(2 + made / 20) * DAY_MS)
    .toISOString()
    .slice(0, 10);
  const body = { startsOn: `2026-09-${10 + (made % 20)}`, endsOn };
  return (await call({ url: `/account/${ids["accountId"]}/statements`, body })).id;
}

const statement: Fixture = async (all) => ({ statementId: await newStatement(all) });

/** Valid calls of the operations of statements. */
export const statementFixtures: Fixtures = {
  getStatement: statement,
  getStatementPdf: statement,
  getStatementCsv: statement,
  getStatementCamt053: statement,
  getStatementOfx: statement,
  getStatementQbo: statement,
  getStatementQuickBooksCsv: statement,
  getStatementXeroCsv: statement,
  getStatementHledger: statement,
  getStatementBeancount: statement,
  getStatementJson: statement,
};
