import type { Queryable } from "../../kernel/sql/database.ts";
import type { OrganizationId, UserId } from "../../kernel/values/ids.ts";
import type { NotifiableUser } from "../people/index.ts";
import type { KindGroup } from "./kinds.ts";
import { chosenDeliveries } from "./preferences.queries.ts";

/** How a user receives the e-mails of a group. The bell shows everything. */
export const deliveries = ["immediately", "digest", "off"] as const;
export type Delivery = (typeof deliveries)[number];

/** Until a user chooses. E-mails that users received before this choice existed stay as they were. */
const usual: Readonly<Record<KindGroup, (user: NotifiableUser) => Delivery>> = {
  approvals: () => "immediately",
  decisions: () => "digest",
  conversations: () => "immediately",
  ownPayments: ({ earlierChoices: { paymentFailed } }) => (paymentFailed === false ? "off" : "immediately"),
  otherPayments: ({ role, earlierChoices: { paymentFailed } }) =>
    (paymentFailed ?? role === "administrator") ? "immediately" : "off",
  changes: () => "immediately",
  webhooks: () => "immediately",
  files: () => "immediately",
  statements: ({ role, earlierChoices: { statementReady } }) =>
    (statementReady ?? role === "administrator") ? "immediately" : "off",
};
export const usualDelivery = (group: KindGroup, user: NotifiableUser): Delivery => usual[group](user);

/** How each user receives the e-mails of a group. */
export async function readDeliveries(
  db: Queryable,
  organizationId: OrganizationId,
  group: KindGroup,
): Promise<(user: NotifiableUser) => Delivery> {
  const chosen = new Map((await chosenDeliveries(db, organizationId, group)).map((row) => [row.user_id, row.delivery]));
  return (user) => chosen.get(user.userId) ?? usualDelivery(group, user);
}
