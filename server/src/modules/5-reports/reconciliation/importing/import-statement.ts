import { formatOfFile, importFile, listConnections, type ShownFile } from "#bank/exchange";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import { isStatementFormat, readStatement } from "../reading/read-statement.ts";
import { UnusableStatement } from "../reading/reported-account.ts";
import { refuseReconciliation } from "../reconciliation-refusals.ts";
import { accountOfReport } from "./account-of-report.ts";
import { statementHandler } from "./statement-handler.ts";

export interface StatementByHand {
  readonly organizationId: OrganizationId;
  /** Which account it must be about; by default, its account number says so. */
  readonly accountId: AccountId | undefined;
  readonly name: string;
  /** Its content from the start; read more than once. */
  readonly chunks: () => AsyncIterable<Buffer>;
  /** Whether incoming money becomes transactions: an operator's file, not a user's. */
  readonly books: boolean;
}

/**
 * Imports a statement that a person has, such as one from the bank's website. Refuses a file that is no statement of the
 * organization's account; one that contradicts what is known is kept as quarantined.
 */
export async function importStatement(
  service: Parameters<typeof importFile>[0],
  { organizationId, accountId: expected, name, chunks, books }: StatementByHand,
): Promise<ShownFile> {
  const [account] = expected === undefined ? [] : await findAccounts(service.database, organizationId, [expected]);
  if (expected !== undefined && account === undefined) throw notFound("account");
  const accountId = await accountIn(service, { organizationId, expected, chunks });
  const connections = await listConnections(service.database, organizationId);
  const connection = connections.find(({ accountIds }) => accountIds.includes(accountId));
  if (connection === undefined) throw refuseReconciliation("statementNeedsConnection");
  const { connectionId, rail } = connection;
  const handler = statementHandler(service, { accountId: expected, books });
  return importFile(service, { organizationId, connectionId, rail, name, content: chunks(), handler });
}

interface StatementToRead {
  readonly organizationId: OrganizationId;
  readonly expected: AccountId | undefined;
  readonly chunks: () => AsyncIterable<Buffer>;
}

/** The first of the organization's accounts that the file is about. */
async function accountIn(
  service: Parameters<typeof importFile>[0],
  { organizationId, expected, chunks }: StatementToRead,
): Promise<AccountId> {
  try {
    const format = (await formatOfFile(chunks()))?.format;
    if (format === undefined || !isStatementFormat(format))
      throw new UnusableStatement("It is neither camt.052, camt.053, nor camt.054 of 2009 or 2019, nor BAI2.");
    const { accounts } = await readStatement(chunks(), format);
    let problem = new UnusableStatement("It is about no account in US dollars.");
    for (const { account: reported } of accounts)
      try {
        return await accountOfReport(service, service.database, { organizationId, reported, expected, served: [] });
      } catch (error) {
        if (!(error instanceof UnusableStatement)) throw error;
        problem = error;
      }
    throw problem;
  } catch (error) {
    if (error instanceof UnusableStatement)
      throw refuseReconciliation("statementNotImported", { details: { problem: error.message } });
    throw error;
  }
}
