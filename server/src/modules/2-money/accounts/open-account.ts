import { routingNumberProblem } from "bursar-banking/identifiers/aba-routing-number";
import { accountNumberProblem } from "bursar-banking/identifiers/account-number";
import { shownDigitsOf } from "bursar-banking/identifiers/mask";
import { holdsHidden } from "bursar-banking/text/hidden-characters";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { openLedgerAccount } from "#records/ledger";
import { type AccountKind, sendsPayments } from "./account.ts";
import { insertAccount } from "./accounts.queries.ts";
import { accountNumbers } from "./tables.ts";

export interface NewAccount {
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly nickname?: string;
  readonly kind: AccountKind;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly actor: Actor;
}

const NAME_LENGTH_MAX = 100;

/**
 * Opens an account with its ledger account, at a balance of zero. Checking and savings accounts can send payments;
 * treasury accounts cannot. Refuses with `invalidRequest`, listing every invalid field.
 */
export async function openAccount(service: Service, tx: Tx, account: NewAccount): Promise<AccountId> {
  const problems = problemsOf(account);
  if (problems.length > 0) throw invalidRequest(problems);
  const { organizationId, kind, name, routingNumber, accountNumber, actor } = account;
  const accountId = service.newId<AccountId>();
  const pays = sendsPayments(kind);
  const nickname = account.nickname ?? null;
  const accountNumberLast4 = shownDigitsOf(accountNumber);
  await insertAccount(tx, organizationId, {
    accountId,
    name,
    nickname,
    kind,
    routingNumber,
    accountNumber: await service.vault.seal(tx, organizationId, accountNumbers.contextOf(accountId), accountNumber),
    accountNumberLast4,
    canSendRealTimePayments: pays,
    createdAt: service.clock.now(),
  });
  await openLedgerAccount(tx, { organizationId, ledgerAccountId: accountId, pays });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "account.open",
        resourceType: "account",
        resourceId: accountId,
        after: { name, nickname, kind, routingNumber, accountNumberLast4 },
      },
    ],
  });
  return accountId;
}

function problemsOf({ name, nickname, routingNumber, accountNumber }: NewAccount): FieldProblem[] {
  const isLine = (text: string) => text.trim() !== "" && text.length <= NAME_LENGTH_MAX && !holdsHidden(text);
  const line = `must have 1 to ${NAME_LENGTH_MAX} characters on one line`;
  const found: readonly (readonly [string, string | undefined])[] = [
    ["name", isLine(name) ? undefined : line],
    ["nickname", nickname === undefined || isLine(nickname) ? undefined : line],
    ["routingNumber", routingNumberProblem(routingNumber)],
    ["accountNumber", accountNumberProblem(accountNumber)],
  ];
  return found.flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]));
}
