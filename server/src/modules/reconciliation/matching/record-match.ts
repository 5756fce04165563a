import { newYorkDay } from "../../../banking/calendar/new-york.ts";
import { assert } from "../../../kernel/assert.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import { dollarsFromMinor } from "../../../kernel/values/money.ts";
import { type Actor, recordAudit } from "../../audit/index.ts";
import type { BankMatchId, LedgerSide, OpenMovement, ReconciledAccount } from "../movement.ts";
import { insertBankMatch, insertMatchedEntries, matchMovements, type NewMatch } from "./matches.queries.ts";

export interface Matched extends ReconciledAccount {
  readonly kind: NewMatch["kind"];
  readonly movements: readonly OpenMovement[];
  readonly entries: readonly LedgerSide[];
  readonly actor: Actor;
}

const sumOf = (sides: readonly { readonly amountMinor: bigint }[]): bigint =>
  sides.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** Records that movements and ledger entries are the same money. The account's row is locked. */
export async function recordMatch(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { kind, movements, entries, actor, ...account }: Matched,
): Promise<BankMatchId> {
  const amountMinor = sumOf(movements);
  assert(movements.length > 0, "a match has a movement");
  assert(sumOf(entries) === amountMinor, "both sides of a match have the same sum");
  const matchId = service.newId<BankMatchId>();
  await insertBankMatch(tx, account, { matchId, kind, amountMinor, at: service.clock.now() });
  const moved = await matchMovements(tx, account, { matchId, ids: movements.map(({ movementId }) => movementId) });
  assert(moved === movements.length, "only open movements are matched, under the account's lock");
  const dated = entries.map((entry) => ({ ...entry, enteredOn: newYorkDay(entry.enteredAt) }));
  await insertMatchedEntries(tx, account, { matchId, entries: dated });
  await recordAudit(service, tx, {
    organizationId: account.organizationId,
    actor,
    entries: [
      {
        action: "bankMatch.create",
        resourceType: "bankMatch",
        resourceId: matchId,
        after: {
          kind,
          accountId: account.accountId,
          amount: dollarsFromMinor(amountMinor),
          movementIds: movements.map(({ movementId }) => movementId).slice(0, AUDITED_MAX),
          transactions: entries.length,
        },
      },
    ],
  });
  return matchId;
}

/** An audit row stays readable; the match has all of them. */
const AUDITED_MAX = 20;
