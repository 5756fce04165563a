import { assert } from "#kernel/assert.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { lockOrganization } from "#records/identity";
import type { BankConnection } from "../bank-connection.ts";
import { refuseBankConnection } from "../bank-connection-refusals.ts";
import type { ConnectionId } from "../bank-rail.ts";
import { type ConnectionSecrets, changedSecrets, secretProblems } from "../settings/connection-secrets.ts";
import { type GivenSettings, type ValidSettings, validSettings } from "../settings/validate-settings.ts";
import { auditedConnection } from "./connection-audit.ts";
import { placeOf, railInWords } from "./connection-summary.ts";
import { insertConnection } from "./connections.queries.ts";
import { publishCutOffs } from "./publish-cut-offs.ts";
import { getConnection, sealSecrets } from "./read-connections.ts";
import { serveAccounts } from "./serve-accounts.ts";
import { tellAdministrators } from "./tell-administrators.ts";

export interface NewBankConnection {
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
  readonly name: string;
  readonly accountIds: readonly AccountId[];
  readonly settings: GivenSettings;
  readonly secrets: ConnectionSecrets;
}

/**
 * Adds a connection in the state `draft`, in which it carries no payments. Checks, in this order: the settings, the
 * secrets, the mode, the accounts.
 */
export async function addConnection(service: Service, given: NewBankConnection): Promise<BankConnection> {
  const { organizationId, name, accountIds, actor } = given;
  const settings = validSettings(given.settings);
  const secrets = changedSecrets({}, given.secrets);
  const problems = await secretProblems(settings, secrets);
  if (problems.length > 0) throw invalidRequest(problems);
  requireMode(service, settings);
  const connectionId = service.newId<ConnectionId>();
  return service.database.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const { rail, kind, ...stored } = settings;
    const inserted = await insertConnection(tx, {
      organizationId,
      connectionId,
      rail,
      kind,
      name,
      state: "draft",
      settings: { railSettings: stored.railSettings, channel: stored.channel, firstDays: stored.firstDays },
      secrets: await sealSecrets(service, tx, { organizationId, connectionId, secrets }),
      at: service.clock.now(),
    });
    assert(inserted === 1, "a connection is added once");
    await serveAccounts(tx, { organizationId, connectionId, rail, accountIds });
    await publishCutOffs(tx, organizationId);
    const after = auditedConnection({ name, accountIds, settings, secrets });
    await recordAudit(service, tx, {
      organizationId,
      actor,
      entries: [{ action: "bankConnection.create", resourceType: "bankConnection", resourceId: connectionId, after }],
    });
    await tellAdministrators(service, tx, {
      organizationId,
      actor,
      sentence: `A bank connection for ${railInWords(rail)} was added`,
      facts: [
        ["Connection", name],
        ["Files go to", placeOf(settings)],
      ],
    });
    const added = await getConnection(tx, organizationId, connectionId);
    assert(added.state === "draft", "a connection carries no payments when it is added");
    assert(added.version === 1, "the first version of a connection is 1");
    assert(added.rail === rail, "a connection carries the payments of its rail");
    assert(added.accountIds.length === new Set(accountIds).size, "a connection serves the accounts that were named");
    return added;
  });
}

/** In production, money that a simulated bank takes would be gone from the books and nowhere else. */
export function requireMode({ config }: Pick<Service, "config">, { kind }: Pick<ValidSettings, "kind">): void {
  if (kind === "simulated" && config.mode === "production") throw refuseBankConnection("simulatedBankInProduction");
}
