import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId, UserId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import type { Actor } from "#records/audit";
import { type ChangeKind, type ControlChange, proposeChange } from "#records/controls";
import { lockOrganization } from "#records/identity";
import { lockBalances, systemAccountId } from "#records/ledger";
import { findUsersWithPermission } from "#records/people";
import type { BankMatchId, OpenMovement, ReconciledAccount } from "../movement.ts";
import { refuseReconciliation } from "../reconciliation-refusals.ts";
import { bookDebit, depositTakenBack } from "./book-debit.ts";
import { lockAccountOf } from "./decide-match.ts";
import { bookMovements } from "./match-movements.ts";
import { isOpenMovement, openMovements } from "./matches.queries.ts";

/** As stored: JSON has no bigint. The subject is the movement's ID. */
interface ProposedBooking {
  /** Below zero for a debit. */
  readonly amountMinor: string;
  readonly bookedOn: string;
  readonly name: string;
  /** The deposit that a debit takes back. */
  readonly depositId: TransactionId | null;
}

/**
 * A person books a movement. An invented deposit would be money that can be paid out, and an invented debit would hide
 * where money went, so a second person compares it with the bank's records (ADR 0057).
 */
export const bookingKind = (service: Service): ChangeKind<ProposedBooking, BankMatchId> => ({
  name: "bankMovementBooking",
  permission: "manageOrganization",
  whoMay: (db, { organizationId }) => findUsersWithPermission(db, organizationId, "manageOrganization"),
  baseOf: openStateOf,
  apply: async (tx, { organizationId, subject, proposal: { depositId } }, { actor }) => {
    const account = await lockAccountOf(tx, organizationId, [subject]);
    const [movement] = await openMovements(tx, account, [subject]);
    if (movement === undefined) throw refuseReconciliation("movementNotOpen");
    await requireActive(tx, account);
    if (movement.amountMinor < 0n)
      return bookDebit(service, tx, { ...account, movement, depositId: depositId ?? undefined, actor });
    const [matchId] = await bookMovements(service, tx, { ...account, movements: [movement], actor });
    return present(matchId, "a booked movement is matched");
  },
  describe: (_db, { proposal }) => Promise.resolve(sentenceOf(proposal)),
});

function sentenceOf({ amountMinor, bookedOn, name, depositId }: ProposedBooking): string {
  const minor = BigInt(amountMinor);
  if (minor > 0n) return `Record ${usd(minor)} from ${name}, credited by the bank on ${bookedOn}, as incoming money`;
  const debit = `${usd(-minor)} that the bank debited on ${bookedOn}`;
  return depositId === null ? `Record ${debit}: ${name}` : `Record ${debit} as the return of the deposit from ${name}`;
}

const usd = (minor: bigint): string => `$${formatUsd(minor)}`;

async function requireActive(tx: Tx, { organizationId, accountId }: ReconciledAccount): Promise<void> {
  const [row] = await findAccounts(tx, organizationId, [accountId]);
  if (row?.status !== "active") throw refuseReconciliation("movementNotBookable");
}

/** A movement that was matched or withdrawn meanwhile needs another decision. */
async function openStateOf(db: Queryable, { organizationId, subject }: ControlChange): Promise<string> {
  return (await isOpenMovement(db, organizationId, subject)) ? "open" : "decided";
}

export interface BookingByHand {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly movementId: string;
  readonly actor: Actor;
}

/** Books an open movement, or proposes it if a second person could confirm it. */
export const bookByHand = (
  service: Service,
  { organizationId, userId, actor, ...named }: BookingByHand,
): Promise<{ readonly matchId: BankMatchId } | { readonly waiting: ControlChange }> =>
  service.database.transaction(async (tx) => {
    const movementId = named.movementId.toLowerCase();
    // First: a confirmation takes the organization's lock before the account's, too.
    await lockOrganization(tx, organizationId);
    const account = await lockAccountOf(tx, organizationId, [movementId]);
    const [movement] = await openMovements(tx, account, [movementId]);
    if (movement === undefined) throw refuseReconciliation("movementNotOpen");
    await requireActive(tx, account);
    await requireCovered(tx, account, movement);
    const deposit = await depositTakenBack(tx, account, movement);
    const { change, result } = await proposeChange(service, tx, bookingKind(service), {
      organizationId,
      actor,
      proposer: userId,
      subject: movementId,
      proposal: {
        amountMinor: movement.amountMinor.toString(),
        bookedOn: movement.bookedOn,
        name: deposit?.counterpartyName ?? movement.counterparty ?? movement.description ?? "an unnamed party",
        depositId: deposit?.depositId ?? null,
      },
    });
    return result === undefined ? { waiting: change } : { matchId: result };
  });

/** A proposal that could not be confirmed is refused now. */
async function requireCovered(tx: Tx, { organizationId, accountId }: ReconciledAccount, { amountMinor }: OpenMovement) {
  if (amountMinor > 0n) return;
  // Both, in one order, as booking does.
  const external = await systemAccountId(tx, organizationId, "external");
  const balance = (await lockBalances(tx, organizationId, [accountId, external])).get(accountId);
  if (balance === undefined || balance.availableMinor + amountMinor < 0n)
    throw refuseReconciliation("movementNotCovered");
}
