import { newYorkMidnight } from "bursar-banking/calendar/new-york";
import { maskAccountNumber } from "bursar-banking/identifiers/mask";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { openAccountNumber } from "#money/accounts";
import { linesOfStatement } from "./read-lines.ts";
import type { Statement } from "./statement.ts";
import { LISTED_MAX, type StatementBody, type StatementSummary } from "./statement-schemas.ts";

/** Users see account numbers masked. */
export interface Reader {
  readonly organizationId: OrganizationId;
  readonly person?: unknown;
}

/** The number that a reader may see in JSON and in files for software; a PDF always masks it. */
export async function numberFor(service: Service, { organizationId, person }: Reader, { accountId }: Statement) {
  const number = await openAccountNumber(service, service.database, { organizationId, accountId });
  return person === undefined ? number : maskAccountNumber(number);
}

const totalsOf = (service: Service, statement: Statement) => ({
  kind: statement.kind,
  startingBalance: dollarsFromMinor(statement.openingMinor),
  moneyIn: dollarsFromMinor(statement.inMinor),
  moneyOut: dollarsFromMinor(statement.outMinor),
  fees: dollarsFromMinor(statement.feesMinor),
  endingBalance: dollarsFromMinor(statement.closingMinor),
  transactionCount: Number(statement.lines),
  downloadUrl: `${service.config.publicUrl}/api/v1/statements/${statement.statementId}/pdf`,
});

export const statementSummary = (service: Service, statement: Statement): StatementSummary => ({
  id: statement.statementId,
  accountId: statement.accountId,
  accountName: statement.accountName,
  accountNumberLast4: statement.accountNumberLast4,
  startsOn: statement.startsOn,
  endsOn: statement.endsOn,
  createdAt: statement.createdAt.toISOString(),
  ...totalsOf(service, statement),
});

export async function renderStatement(service: Service, reader: Reader, statement: Statement): Promise<StatementBody> {
  const { legalAddress } = statement;
  return {
    id: statement.statementId,
    accountNumber: await numberFor(service, reader, statement),
    routingNumber: statement.routingNumber,
    companyLegalName: statement.legalName,
    companyLegalAddress: {
      name: statement.legalName,
      address1: legalAddress?.address1 ?? "",
      address2: legalAddress?.address2 ?? null,
      city: legalAddress?.city ?? "",
      region: legalAddress?.region ?? "",
      postalCode: legalAddress?.postalCode ?? "",
      country: legalAddress?.country ?? "US",
    },
    ein: statement.ein ?? null,
    startDate: newYorkMidnight(statement.startsOn).toISOString(),
    endDate: newYorkMidnight(statement.endsOn).toISOString(),
    transactions: await listTransactionsOf(service, reader.organizationId, statement),
    accountId: statement.accountId,
    ...totalsOf(service, statement),
  };
}

/** A payment and its return in the same period are one transaction with two lines. */
async function listTransactionsOf(
  service: Service,
  organizationId: OrganizationId,
  statement: Statement,
): Promise<StatementBody["transactions"]> {
  const listed = new Map<string, StatementBody["transactions"][number]>();
  for await (const lines of linesOfStatement(service.database, organizationId, statement)) {
    for (const { transactionId: id, createdAt, postedAt } of lines) {
      if (listed.size >= LISTED_MAX) return [...listed.values()];
      listed.set(id, { id, createdAt: createdAt.toISOString(), postedAt: postedAt?.toISOString() ?? null });
    }
  }
  return [...listed.values()];
}
