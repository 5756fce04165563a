import { newYorkDay } from "bursar-banking/calendar/new-york";
import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type Actor, recordAudit } from "#records/audit";
import type { BankMatchId, LedgerSide, OpenMovement, ReconciledAccount } from "../movement.ts";
import { insertBankMatches, insertMatchedEntries, matchMovements, type NewMatch } from "./matches.queries.ts";

/** Movements and ledger entries that are the same money; without movements, money that never left the bank. */
export interface SameMoney {
  readonly movements: readonly OpenMovement[];
  readonly entries: readonly LedgerSide[];
}

interface Finding extends ReconciledAccount {
  readonly kind: NewMatch["kind"];
  readonly actor: Actor;
}

export const sumOf = (sides: readonly { readonly amountMinor: bigint }[]): bigint =>
  sides.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** Records that movements and ledger entries are the same money. The account's row is locked. */
export async function recordMatch(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { movements, entries, ...finding }: Finding & SameMoney,
): Promise<BankMatchId> {
  const [matchId] = await recordMatches(service, tx, { ...finding, found: [{ movements, entries }] });
  return present(matchId, "what was found is recorded");
}

/** The same for many matches of the account. */
export async function recordMatches(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { kind, actor, found, ...account }: Finding & { readonly found: readonly SameMoney[] },
): Promise<readonly BankMatchId[]> {
  if (found.length === 0) return [];
  const matches = found.map(({ movements, entries }) => {
    const amountMinor = sumOf(movements);
    assert(movements.length > 0 || entries.length > 1, "a match has a movement, or entries that cancel out");
    assert(sumOf(entries) === amountMinor, "both sides of a match have the same sum");
    return { matchId: service.newId<BankMatchId>(), amountMinor, movements, entries };
  });
  const inserted = await insertBankMatches(tx, account, { matches, kind, at: service.clock.now() });
  assert(inserted === matches.length, "each match is recorded once");
  const movements = matches.flatMap(({ matchId, movements: ofMatch }) =>
    ofMatch.map(({ movementId }) => ({ matchId, movementId })),
  );
  const movementIds = new Set(movements.map(({ movementId }) => movementId));
  assert(movementIds.size === movements.length, "a movement is in one match");
  const moved = await matchMovements(tx, account, movements);
  assert(moved === movements.length, "only open movements are matched, under the account's lock");
  const entries = matches.flatMap(({ matchId, entries: ofMatch }) =>
    ofMatch.map((entry) => ({ ...entry, matchId, enteredOn: newYorkDay(entry.enteredAt) })),
  );
  const entryKeys = new Set(entries.map(({ transactionId, effect }) => `${transactionId}/${effect}`));
  assert(entryKeys.size === entries.length, "an entry of the ledger is in one match");
  await insertMatchedEntries(tx, account, entries);
  await recordAudit(service, tx, {
    organizationId: account.organizationId,
    actor,
    entries: matches.map((match) => ({
      action: "bankMatch.create",
      resourceType: "bankMatch",
      resourceId: match.matchId,
      after: {
        kind,
        accountId: account.accountId,
        amount: dollarsFromMinor(match.amountMinor),
        movementIds: match.movements.map(({ movementId }) => movementId).slice(0, AUDITED_MAX),
        transactions: match.entries.length,
      },
    })),
  });
  return matches.map(({ matchId }) => matchId);
}

/** An audit row stays readable; the match has all of them. */
const AUDITED_MAX = 20;
