import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { recordAudit } from "#records/audit";
import type { PeopleService } from "../people-service.ts";
import { personTexts } from "../requested-rights.ts";
import { type OpenedSession, type Origin, openSession, userActor } from "../sign-in/session.ts";
import { insertUser } from "../users.queries.ts";

export interface FirstAdministrator {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Creates an organization's first administrator and signs them in. Refuses with `invalidRequest`. */
export async function admitFirstAdministrator(
  service: PeopleService,
  tx: Tx,
  {
    organizationId,
    person,
    passwordHash,
    origin,
  }: { organizationId: OrganizationId; person: FirstAdministrator; passwordHash: string; origin: Origin },
): Promise<OpenedSession> {
  const { email, firstName, lastName } = personTexts({
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
  });
  const userId = service.newId<UserId>();
  const role = "administrator";
  const createdAt = service.machineClock.now();
  await insertUser(tx, { organizationId, userId, email, firstName, lastName, role, passwordHash, createdAt });
  await recordAudit(service, tx, {
    organizationId,
    actor: userActor(userId, origin),
    entries: [{ action: "user.create", resourceType: "user", resourceId: userId, after: { email, role } }],
  });
  return openSession(service, tx, { organizationId, userId, signedInWith: "password", origin });
}
