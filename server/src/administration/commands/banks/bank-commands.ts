import { type TSchema, Type } from "typebox";
import {
  addConnection,
  type BankConnection,
  type BankRail,
  bankRails,
  type ConnectionKind,
  type ConnectionTest,
  changeConnection,
  connectionKinds,
  countUnsentFiles,
  type EndedRehearsal,
  listConnections,
  moveConnection,
  placeOf,
  type SecretName,
  secretNames,
  testConnection,
} from "#bank/exchange";
import { followPennyTest, type PennyTest } from "#desk/dashboard";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { OneOf, object } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { listAccountBalances } from "#money/accounts";
import { findRecipientNames } from "#money/recipients";
import { findRequests } from "#payments/approvals";
import { findTransactionsById } from "#payments/payments";
import { createSandboxBank } from "#sandbox/sandbox-bank";
import { endRehearsalOf } from "../../end-rehearsal.ts";
import { type AdminCommand, adminCommand } from "../command.ts";
import { pickOrganization } from "../pick-organization.ts";

/** A connection as the command line shows it, without secrets. */
export interface ShownConnection {
  readonly id: string;
  readonly name: string;
  readonly rail: BankRail;
  readonly kind: ConnectionKind;
  readonly state: string;
  readonly place: string;
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly firstDays: unknown;
  readonly testedAt: string | null;
  readonly liveAt: string | null;
}
/** A connection after `rehearse`, `go-live`, or `remove`. */
export interface MovedConnection {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  /** Payments that its rehearsal left: they were not sent, and end as failed. The first of them are listed. */
  readonly endedPayments: {
    readonly count: number;
    readonly payments: readonly LeftPayment[];
  };
  /** Payments that were approved for a later day, and need approval again. The first of them are listed. */
  readonly reopenedRequests: { readonly count: number; readonly requests: readonly LeftPayment[] };
}
interface LeftPayment {
  readonly id: string;
  readonly recipient: string;
  readonly amount: number;
}
const LISTED_MAX = 1_000;
export type ShownTest = Pick<ConnectionTest, "passed" | "steps">;

const accountsOf = async ({ database }: Service, organizationId: OrganizationId) =>
  new Map((await listAccountBalances(database, organizationId)).map((account) => [account.accountId, account.name]));

const shown = (connection: BankConnection, accounts: ReadonlyMap<AccountId, string>): ShownConnection => ({
  id: connection.connectionId,
  name: connection.name,
  rail: connection.rail,
  kind: connection.kind,
  state: connection.state,
  place: placeOf(connection),
  accounts: connection.accountIds.map((id) => ({ id, name: accounts.get(id) ?? "" })),
  settings: { ...connection.railSettings, ...connection.channel },
  firstDays: connection.firstDays,
  testedAt: connection.testedAt?.toISOString() ?? null,
  liveAt: connection.liveAt?.toISOString() ?? null,
});

/** The accounts that the operator names by ID or name. */
async function pickAccounts(
  service: Service,
  organizationId: OrganizationId,
  named: readonly string[],
): Promise<readonly AccountId[]> {
  const accounts = await accountsOf(service, organizationId);
  return named.map((text) => {
    const found = [...accounts].filter(([id, name]) => id === text.toLowerCase() || name === text);
    const [connection] = found;
    if (connection === undefined || found.length > 1)
      throw invalidRequest([
        { path: "--account", message: `${connection ? "several accounts are" : "no account is"} named ${text}` },
      ]);
    return connection[0];
  });
}

async function leftBy(
  { database }: Service,
  organizationId: OrganizationId,
  { payments, requests }: EndedRehearsal,
): Promise<Pick<MovedConnection, "endedPayments" | "reopenedRequests">> {
  const paid = await findTransactionsById(database, organizationId, payments.slice(0, LISTED_MAX));
  const open = await findRequests(database, organizationId, requests.slice(0, LISTED_MAX));
  const named = open.flatMap((row) => (row.recipient_id === null ? [] : [row.recipient_id]));
  const names = new Map(
    (await findRecipientNames(database, organizationId, named)).map((row) => [row.recipient_id, row.name]),
  );
  return {
    endedPayments: {
      count: payments.length,
      payments: paid.map((row) => ({
        id: row.transaction_id,
        recipient: row.counterparty_name,
        amount: dollarsFromMinor(-row.amount_minor),
      })),
    },
    reopenedRequests: {
      count: requests.length,
      requests: open.map((row) => ({
        id: row.request_id,
        recipient: (row.recipient_id === null ? undefined : names.get(row.recipient_id)) ?? "",
        amount: dollarsFromMinor(row.amount_minor),
      })),
    },
  };
}

const secretMembers = <Member extends TSchema>(member: Member) =>
  // Object.fromEntries widens the keys of the list.
  object(
    Object.fromEntries(secretNames.map((name) => [name, Type.Optional(member)])) as Record<
      SecretName,
      ReturnType<typeof Type.Optional<Member>>
    >,
  );
const AnySettings = Type.Record(Type.String(), Type.Unknown());
const whose = { organization: Type.Optional(Type.String()) };
const which = { ...whose, connectionId: Type.String() };
const Name = Type.String({ minLength: 1, maxLength: 80 });
const SecretText = Type.String({ maxLength: 65_536 });

export const bankCommands: Readonly<Record<string, AdminCommand>> = {
  "bank.add": adminCommand(
    object({
      ...whose,
      name: Name,
      rail: OneOf(bankRails, "The rail."),
      kind: OneOf(connectionKinds, "How files reach the bank."),
      accounts: Type.Array(Type.String(), { maxItems: 100 }),
      railSettings: AnySettings,
      channel: AnySettings,
      firstDays: Type.Unknown(),
      secrets: secretMembers(SecretText),
    }),
    async ({ service }, { organization, name, accounts, secrets, ...settings }, actor): Promise<ShownConnection> => {
      const { organizationId } = await pickOrganization(service, organization);
      const accountIds = await pickAccounts(service, organizationId, accounts);
      const added = await addConnection(service, { organizationId, actor, name, accountIds, settings, secrets });
      return shown(added, await accountsOf(service, organizationId));
    },
  ),
  "bank.change": adminCommand(
    object({
      ...which,
      name: Type.Optional(Name),
      accounts: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
      railSettings: Type.Optional(AnySettings),
      channel: Type.Optional(AnySettings),
      firstDays: Type.Optional(Type.Unknown()),
      secrets: Type.Optional(secretMembers(Type.Union([SecretText, Type.Null()]))),
    }),
    async ({ service }, { organization, connectionId, accounts, ...given }, actor): Promise<ShownConnection> => {
      const { organizationId } = await pickOrganization(service, organization);
      const accountIds = accounts && (await pickAccounts(service, organizationId, accounts));
      const change = { ...given, ...(accountIds === undefined ? {} : { accountIds }) };
      const endRehearsal = endRehearsalOf(service);
      const changed = await changeConnection(service, { organizationId, connectionId, actor, change, endRehearsal });
      return shown(changed, await accountsOf(service, organizationId));
    },
  ),
  "bank.list": adminCommand(
    object(whose),
    async ({ service }, { organization }): Promise<readonly ShownConnection[]> => {
      const { organizationId } = await pickOrganization(service, organization);
      const accounts = await accountsOf(service, organizationId);
      return (await listConnections(service.database, organizationId)).map((connection) => shown(connection, accounts));
    },
  ),
  "bank.test": adminCommand(
    object(which),
    async ({ service }, { organization, connectionId }, actor): Promise<ShownTest> => {
      const { organizationId } = await pickOrganization(service, organization);
      const simulated = service.config.mode === "sandbox" ? createSandboxBank(service).channelOf : undefined;
      const { passed, steps } = await testConnection(service, { organizationId, connectionId, actor, simulated });
      return { passed, steps };
    },
  ),
  "bank.pennyTest": adminCommand(
    object(which),
    async ({ service }, { organization, connectionId }): Promise<PennyTest> => {
      const { organizationId } = await pickOrganization(service, organization);
      return followPennyTest(service, organizationId, connectionId);
    },
  ),
  "bank.move": adminCommand(
    object({ ...which, trigger: OneOf(["rehearse", "goLive", "remove"], "What to do.") }),
    async ({ service }, { organization, ...move }, actor): Promise<MovedConnection> => {
      const { organizationId } = await pickOrganization(service, organization);
      const { connection, state, ended } = await moveConnection(service, {
        organizationId,
        ...move,
        actor,
        countUnsent: countUnsentFiles,
        endRehearsal: endRehearsalOf(service),
      });
      return {
        id: connection.connectionId,
        name: connection.name,
        state,
        ...(await leftBy(service, organizationId, ended)),
      };
    },
  ),
};
