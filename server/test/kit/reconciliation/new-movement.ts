import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { sql } from "#kernel/sql/sql.ts";
import { matchByHand } from "#reports/reconciliation/matching/decide-match.ts";
import { operator, type TestOrganization } from "../service/full-app.ts";
import { importReport } from "./import-report.ts";
import { intradayOf } from "./random-bank.ts";

let made = 0;

/** An open movement: a fee, or money that a person's file reports. */
export async function newBankMovement(
  service: Service,
  { organizationId, accountId }: TestOrganization,
  { amountMinor = 1_500n, direction = "debit" }: { amountMinor?: bigint; direction?: "credit" | "debit" } = {},
): Promise<string> {
  made += 1;
  const bankReference = `NEW-${made}`;
  const text = intradayOf(
    {
      accountNumber: "400000001",
      openingMinor: 0n,
      bookings: [
        {
          on: "2026-11-20",
          entry: {
            amountMinor,
            direction,
            bankReference,
            status: "BOOK",
            bookedOn: "2026-11-20",
            transactionCode: ["PMNT", "MCRD", "OTHR"],
          },
        },
      ],
    },
    "2026-11-20",
    1,
  );
  const imported = await importReport(service, organizationId, { text, format: "camt.052", isByHand: true, accountId });
  if (imported !== 1) throw new Error(`The report was not imported: ${imported}`);
  const { id } = await service.database.one<{ id: string }>(sql`
    select movement_id as id from bank_movements
     where organization_id = ${organizationId} and bank_reference = ${bankReference}`);
  return id;
}

/** A movement and a deposit that are the same money, and are not matched. */
export async function newPair(service: Service, organization: TestOrganization) {
  made += 1;
  const amountMinor = 100_000n + BigInt(made);
  const movementId = await newBankMovement(service, organization, { amountMinor, direction: "credit" });
  const transactionId: string = await organization.deposit(organization.accountId, amountMinor);
  return { movementId, transactionId };
}

/** A match by hand. */
export async function newBankMatch(service: Service, organization: TestOrganization): Promise<string> {
  const { movementId, transactionId } = await newPair(service, organization);
  const { organizationId } = organization;
  const match = { organizationId, movementIds: [movementId], transactionIds: [transactionId], actor: operator };
  return present(await matchByHand(service, match), "a match has an ID");
}
