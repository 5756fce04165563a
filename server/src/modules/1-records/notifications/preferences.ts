import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import { heldRights, listNotifiableUsers, type NotifiableUser, personOf } from "#records/people";
import { type KindGroup, kindGroups } from "./kinds.ts";
import { chosenDeliveries, deliveriesOf, type MailDelivery, setDelivery } from "./preferences.queries.ts";

/** Until a user chooses. Emails that users received before this choice existed stay as they were. */
const usual: Readonly<Record<KindGroup, (user: NotifiableUser) => MailDelivery>> = {
  approvals: () => "immediately",
  decisions: () => "digest",
  conversations: () => "immediately",
  ownPayments: ({ earlierChoices: { paymentFailed } }) => (paymentFailed === false ? "off" : "immediately"),
  otherPayments: ({ role, earlierChoices: { paymentFailed } }) =>
    (paymentFailed ?? role === "administrator") ? "immediately" : "off",
  changes: () => "immediately",
  webhooks: () => "immediately",
  bank: () => "immediately",
  statements: ({ role, earlierChoices: { statementReady } }) =>
    (statementReady ?? role === "administrator") ? "immediately" : "off",
};

/** Who can propose changes that take two people. */
const changers = ["editRecipients", "manageUsers", "manageTokens", "manageRules", "manageOrganization"];

/** Any of these rights is enough to receive notifications of a group. */
const rightsFor: Readonly<Record<KindGroup, readonly string[]>> = {
  approvals: ["approvePayments"],
  decisions: ["requestSendMoney", ...changers],
  conversations: ["fetchSendMoneyRequests", "fetchTransactions"],
  ownPayments: ["requestSendMoney", "manageTokens"],
  otherPayments: ["fetchTransactions"],
  changes: changers,
  webhooks: ["manageTokens", "manageOrganization"],
  bank: ["manageOrganization"],
  statements: ["fetchAccountStatements"],
};

/** How each user receives the emails of a group. */
export async function readDeliveries(
  db: Queryable,
  organizationId: OrganizationId,
  group: KindGroup,
): Promise<(user: NotifiableUser) => MailDelivery> {
  const chosen = new Map((await chosenDeliveries(db, organizationId, group)).map((row) => [row.user_id, row.delivery]));
  return (user) => chosen.get(user.userId) ?? usual[group](user);
}

export interface Preference {
  readonly group: KindGroup;
  readonly delivery: MailDelivery;
}

/** The groups of which the signed-in user can receive something, and how. */
export const readPreferences = ({ database }: Pick<Service, "database">, caller: Caller) =>
  preferencesOf(database, personOf(caller));

async function preferencesOf(
  db: Queryable,
  { organizationId, userId }: { readonly organizationId: OrganizationId; readonly userId: UserId },
): Promise<readonly Preference[]> {
  const users = await listNotifiableUsers(db, organizationId);
  const user = present(
    users.find((user) => user.userId === userId),
    "who is signed in is not locked",
  );
  const rows = await deliveriesOf(db, organizationId, userId);
  const chosen = new Map(rows.map((row) => [row.kind_group, row.delivery]));
  const held = heldRights(user.rights);
  return kindGroups
    .filter((group) => rightsFor[group].some((right) => held.has(right)))
    .map((group) => ({ group, delivery: chosen.get(group) ?? usual[group](user) }));
}

/** Takes effect with the next notification. */
export async function choosePreference(
  service: Service,
  caller: Caller,
  { group, delivery }: Preference,
): Promise<readonly Preference[]> {
  const person = personOf(caller);
  const { organizationId, userId } = person;
  return service.database.transaction(async (tx) => {
    const before = (await preferencesOf(tx, person)).find((preference) => preference.group === group);
    await setDelivery(tx, organizationId, { userId, group, delivery });
    await recordAudit(service, tx, {
      organizationId,
      actor: actorOf(caller),
      entries: [
        {
          action: "user.chooseEmails",
          resourceType: "user",
          resourceId: userId,
          before: before === undefined ? {} : { [group]: before.delivery },
          after: { [group]: delivery },
        },
      ],
    });
    return preferencesOf(tx, person);
  });
}
