import { type RefusalTable, refuser } from "#kernel/refusal.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { anyOrganization, lockOrganizations } from "#records/identity";
import {
  admitFirstAdministrator,
  type FirstAdministrator,
  hashPassword,
  type OpenedSession,
  type Origin,
  type PeopleService,
  requireGoodPassword,
  throttled,
  withPasswordTurn,
} from "#records/people";
import { createOrganization } from "../create-organization.ts";
import { isSetupCode, makeSetupCode } from "./setup-code.ts";

export const setupRefusals = {
  setupCodeRefused: {
    status: 403,
    title: "The setup code is wrong or more than a day old",
    message: "The setup code is wrong or expired. Start the service again to print a new one.",
  },
  setupDone: {
    status: 409,
    title: "The service is already set up",
    message: "This service is already set up. Sign in, or ask an administrator to invite you.",
  },
} as const satisfies RefusalTable;
const refuseSetup = refuser(setupRefusals);

/** Whether the service still needs to be set up: no organization exists. */
export const isSetupNeeded = async (service: Pick<PeopleService, "database">): Promise<boolean> =>
  !(await anyOrganization(service.database)).found;

/** The code to print at start; undefined if the service is set up. */
export const findSetupCode = async (service: PeopleService) =>
  (await acrossOrganizations(() => isSetupNeeded(service))) ? makeSetupCode(service) : undefined;

export interface Setup extends FirstAdministrator {
  readonly code: string;
  readonly organizationName: string;
  readonly password: string;
  readonly origin: Origin;
}

/**
 * Creates the first organization and its first administrator, and signs them in. Succeeds once, however many requests
 * are concurrent. Refuses with `setupDone`, `setupCodeRefused`, `tooManySignIns`, or `invalidRequest`.
 */
export async function setUp(service: PeopleService, given: Setup): Promise<OpenedSession> {
  const { origin, password, organizationName } = given;
  if (!(await isSetupNeeded(service))) throw refuseSetup("setupDone");
  // Throttled like a sign-in, because the code could otherwise be guessed (law 19).
  const hasCode = await throttled(
    service,
    { account: "setup", address: origin.address },
    async () => isSetupCode(service, given.code) || undefined,
  );
  if (hasCode === undefined) throw refuseSetup("setupCodeRefused");
  await requireGoodPassword(password, {
    path: "password",
    about: [given.email, given.firstName, given.lastName, organizationName],
  });
  const place = { account: "setup", address: origin.address, isKnown: false };
  // Before the transaction: Argon2id takes long, and the organizations' lock would wait for it.
  const passwordHash = await withPasswordTurn(place, () => hashPassword(password));
  return service.database.transaction(async (tx) => {
    await lockOrganizations(tx);
    // Again under the lock: a concurrent request may have created the organization in the meantime.
    if ((await anyOrganization(tx)).found) throw refuseSetup("setupDone");
    const organizationId = await createOrganization(service, tx, {
      legalBusinessName: organizationName,
      nameField: "organizationName",
      actor: { type: "operator", address: origin.address, httpRequestId: origin.httpRequestId },
    });
    return admitFirstAdministrator(service, tx, { organizationId, person: given, passwordHash, origin });
  });
}
