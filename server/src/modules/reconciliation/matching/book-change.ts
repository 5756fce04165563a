import { present } from "../../../kernel/assert.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Queryable } from "../../../kernel/sql/database.ts";
import type { OrganizationId, UserId } from "../../../kernel/values/ids.ts";
import { formatUsd } from "../../../kernel/values/money.ts";
import { findAccounts } from "../../accounts/index.ts";
import type { Actor } from "../../audit/index.ts";
import { type ChangeKind, type ControlChange, proposeChange } from "../../control-changes/index.ts";
import { lockOrganization } from "../../identity/index.ts";
import { findUsersWithPermission } from "../../people/index.ts";
import type { BankMatchId } from "../movement.ts";
import { refuseReconciliation } from "../reconciliation-refusals.ts";
import { lockAccountOf } from "./decide-match.ts";
import { bookMovements } from "./match-movements.ts";
import { isOpenMovement, openMovements } from "./matches.queries.ts";

/** As stored: JSON has no bigint. The subject is the movement's ID. */
interface ProposedBooking {
  readonly amountMinor: string;
  readonly bookedOn: string;
  readonly name: string;
}

/**
 * A person books a movement as incoming money. An invented deposit would be money that can be paid out, so a second
 * person compares it with the bank's records (ADR 0057).
 */
export const bookingKind = (service: Service): ChangeKind<ProposedBooking, BankMatchId> => ({
  name: "bankMovementBooking",
  permission: "manageOrganization",
  whoMay: (db, { organizationId }) => findUsersWithPermission(db, organizationId, "manageOrganization"),
  baseOf: openStateOf,
  apply: async (tx, { organizationId, subject }, { actor }) => {
    const account = await lockAccountOf(tx, organizationId, [subject]);
    const [movement] = await openMovements(tx, account, [subject]);
    if (movement === undefined) throw refuseReconciliation("movementNotOpen");
    const [matchId] = await bookMovements(service, tx, { ...account, movements: [movement], actor });
    return present(matchId, "a booked movement is matched");
  },
  describe: (_db, { proposal: { amountMinor, bookedOn, name } }) =>
    Promise.resolve(
      `Book ${usd(BigInt(amountMinor))} from ${name}, credited by the bank on ${bookedOn}, as incoming money`,
    ),
});

const usd = (minor: bigint): string => `$${formatUsd(minor)}`;

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

/** Books an open credit, or proposes it if a second person could confirm it. */
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
    const [row] = await findAccounts(tx, organizationId, [account.accountId]);
    if (movement.amountMinor < 0n || row?.status !== "active") throw refuseReconciliation("movementNotIncoming");
    const { change, result } = await proposeChange(service, tx, bookingKind(service), {
      ...{ organizationId, actor, proposer: userId, subject: movementId },
      proposal: {
        amountMinor: movement.amountMinor.toString(),
        bookedOn: movement.bookedOn,
        name: movement.counterparty ?? movement.description ?? "an unnamed sender",
      },
    });
    return result === undefined ? { waiting: change } : { matchId: result };
  });
