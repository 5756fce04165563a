import assert from "node:assert/strict";
import { test } from "node:test";
import { isUnproven } from "#kernel/proofs/watch-rows.ts";
import { sql } from "#kernel/sql/sql.ts";
import { importReport } from "../../kit/reconciliation/import-report.ts";
import { type BankAccount, statementOf } from "../../kit/reconciliation/random-bank.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";

/** More than a transaction remembers: the proofs of the first ones are added before it ends. */
const FEES = 11_000;

const world = await openWorldOfFile();

test("law 45: each of the many rows that one transaction writes is proven", async () => {
  const organization = await world.newOrganization();
  const { organizationId } = organization;
  const day = "2026-11-18";
  const bookings = Array.from({ length: FEES }, (_, index) => ({
    on: day,
    entry: {
      direction: "debit" as const,
      amountMinor: 1n,
      status: "BOOK" as const,
      bookedOn: day,
      bankReference: `F${index}`,
      transactionCode: ["PMNT", "ICDT", "ATXN"] as const,
    },
  }));
  const account: BankAccount = { accountNumber: "400000001", openingMinor: 1_000_000n, bookings };
  const answer = await importReport(world.service, organizationId, {
    format: "camt.053",
    text: statementOf(account, day, "2026-11-17"),
  });
  assert.equal(answer, FEES);
  const rows = await world.service.database.many<{ id: string; proofs: number }>(sql`
    select m.movement_id as id,
           (select count(*)::integer from row_proofs p
             where p.organization_id = m.organization_id and p.subject = 'bank_movements/' || m.movement_id) as proofs
      from bank_movements m where m.organization_id = ${organizationId} order by m.movement_id`);
  assert.equal(rows.length, FEES);
  assert.ok(rows.every(({ proofs }) => proofs > 0));
  for (const row of [rows[0], rows[5_500], rows.at(-1)])
    assert.equal(
      await isUnproven(world.service, { organizationId, table: "bank_movements", key: row?.id ?? "" }),
      false,
    );
});
