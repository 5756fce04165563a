import type { FastifyRequest } from "fastify";
import type { Api } from "#kernel/http/api.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { findOrganization } from "#records/identity";
import { refuseInvoicing } from "./invoicing-refusals.ts";

/** Whether the organization's plan includes invoicing (decision R11). */
export const mayInvoice = async (db: Queryable, organizationId: OrganizationId): Promise<boolean> =>
  ((await findOrganization(db, organizationId))?.plan ?? "free") !== "free";

/**
 * Every route under /ar that is registered later refuses an organization without a plan, after the caller is known and
 * before the body is validated: what is wrong with a request does not matter to someone who may not make it.
 */
export function guardPlan(app: Api, { database }: Service): void {
  const gate = async ({ organizationId }: FastifyRequest): Promise<void> => {
    if (organizationId === undefined) return;
    if (!(await withinOrganization(organizationId, () => mayInvoice(database, organizationId))))
      throw refuseInvoicing("subscriptionRequired");
  };
  app.addHook("onRoute", (route) => {
    if (!route.url.startsWith("/ar/")) return;
    route.preValidation = [gate, ...(route.preValidation === undefined ? [] : [route.preValidation].flat())];
  });
}
