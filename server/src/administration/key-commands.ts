import { Type } from "typebox";
import { object } from "../kernel/http/schemas.ts";
import { resealReplies } from "../kernel/idempotency/reseal-replies.ts";
import type { OrganizationId } from "../kernel/ids.ts";
import type { Service } from "../kernel/service.ts";
import { reencryptAccounts } from "../modules/accounts/index.ts";
import { type Actor, recordAudit } from "../modules/audit/index.ts";
import { listOrganizations } from "../modules/identity/index.ts";
import { resealMails } from "../modules/mail/index.ts";
import { resealTotpSecrets } from "../modules/people/index.ts";
import { resealInvites } from "../modules/recipient-invites/index.ts";
import { reencryptRecipientRoutings } from "../modules/recipients/index.ts";
import { resealWebhookSecrets } from "../modules/webhooks/index.ts";
import { type AdminCommand, adminCommand } from "./command.ts";
import { pickOrganization } from "./pick-organization.ts";

export interface ShownRotation {
  readonly organizations: readonly {
    readonly organizationId: string;
    readonly keyVersion: number;
    readonly resealed: number;
  }[];
  readonly rewrapped: number;
}

export const keyCommands: Readonly<Record<string, AdminCommand>> = {
  /**
   * A new data key for each organisation, everything stored with older ones sealed anew, and every key wrapped by the
   * newest master key. Runs beside the service: what is sealed with an older key stays readable throughout.
   */
  "key.rotate": adminCommand(
    object({ organization: Type.Optional(Type.String()) }),
    async ({ service }, { organization }, actor) => {
      const all = (await listOrganizations(service.database)).map(({ organizationId }) => organizationId);
      const chosen =
        organization === undefined ? all : [(await pickOrganization(service, organization)).organizationId];
      const organizations = [];
      for (const organizationId of chosen) organizations.push(await rotate(service, organizationId, actor));
      return { organizations, rewrapped: await service.vault.rewrapAll(service.database, all) };
    },
  ),
};

async function rotate(service: Service, organizationId: OrganizationId, actor: Actor) {
  const keyVersion = await service.database.transaction(async (tx) => {
    const version = await service.vault.rotateOrganizationKey(tx, organizationId, service.clock.now());
    const entry = {
      action: "key.rotate",
      resourceType: "organization",
      resourceId: organizationId,
      after: { keyVersion: version },
    };
    await recordAudit(service, tx, { organizationId, actor, entries: [entry] });
    return version;
  });
  const resealed =
    (await reencryptAccounts(service, organizationId)) +
    (await reencryptRecipientRoutings(service, organizationId)) +
    (await resealInvites(service, organizationId)) +
    (await resealWebhookSecrets(service, organizationId)) +
    (await resealTotpSecrets(service, organizationId)) +
    (await resealMails(service, organizationId)) +
    (await resealReplies(service, organizationId));
  return { organizationId, keyVersion, resealed };
}
