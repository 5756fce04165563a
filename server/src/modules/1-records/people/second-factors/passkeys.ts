import { holdsHidden } from "bursar-banking/text/hidden-characters";
import { present } from "#kernel/assert.ts";
import { invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import { type Tx, violatedConstraint } from "#kernel/sql/database.ts";
import { isUuid, type OrganizationId } from "#kernel/values/ids.ts";
import { type AuditEntry, actorOf, recordAudit } from "#records/audit";
import { type Caller, findOrganization } from "#records/identity";
import { sendNotice } from "../notices/security-notices.ts";
import { refusePeople } from "../people-refusals.ts";
import type { PeopleService } from "../people-service.ts";
import { personOf, requireStepUp } from "../person.ts";
import { findUser } from "../users.queries.ts";
import { CHALLENGE_MS, makeChallenge, takeChallenge } from "./passkey-challenge.ts";
import {
  insertPasskey,
  lockPasskey,
  type PasskeyId,
  type PasskeyRow,
  passkeysOf,
  removePasskeyRow,
  renamePasskeyRow,
} from "./passkeys.queries.ts";
import {
  ALGORITHMS,
  type CreatedCredential,
  challengeIn,
  getRelyingParty,
  readMadeCredential,
  userHandleOf,
} from "./webauthn.ts";

const PASSKEYS_MAX = 20;
const NAME_LENGTH_MAX = 60;

/**
 * What a browser needs to create a passkey (WebAuthn §5.4). Refuses with `stepUpNeeded`, because a passkey grants
 * permanent access, `passkeysUnavailable`, or `tooManyPasskeys`.
 */
export async function startPasskey(service: PeopleService, caller: Caller) {
  requireStepUp(caller);
  const party = getRelyingParty(service.config);
  const { organizationId, userId, sessionId } = personOf(caller);
  const user = present(await findUser(service.database, organizationId, userId), "a signed-in caller is a user");
  const organization = await findOrganization(service.database, organizationId);
  const existing = await passkeysOf(service.database, organizationId, userId);
  if (existing.length >= PASSKEYS_MAX) throw refusePeople("tooManyPasskeys", { details: { most: PASSKEYS_MAX } });
  return {
    challenge: makeChallenge(service, { kind: "enrol", sessionId }),
    rp: { id: party.id, name: "Bursar" },
    user: {
      id: userHandleOf(organizationId, userId),
      name: user.email,
      displayName: `${user.firstName} ${user.lastName}, ${organization?.legalBusinessName ?? "Bursar"}`,
    },
    algorithms: [...ALGORITHMS],
    excluded: existing.map(passkeyCredentialOf),
    timeoutMs: CHALLENGE_MS,
  };
}

/** A passkey as browsers expect it. */
export const passkeyCredentialOf = (row: PasskeyRow) => ({
  id: row.credential_id.toString("base64url"),
  transports: [...row.transports],
});

export interface PasskeyToAdd extends CreatedCredential {
  readonly name: string;
  readonly transports: readonly string[];
}

/**
 * Adds a passkey that the browser created. Refuses with `passkeyNotAdded`, `tooManyPasskeys`, or `invalidRequest` for
 * its name.
 */
export async function addPasskey(service: PeopleService, caller: Caller, made: PasskeyToAdd): Promise<PasskeyRow> {
  const party = getRelyingParty(service.config);
  const { organizationId, userId, sessionId } = personOf(caller);
  const name = checkedName(made.name);
  const purpose = { kind: "enrol", sessionId } as const;
  const challenge = challengeIn(made.clientDataJSON);
  if (!(await takeChallenge(service, organizationId, { challenge, purpose }))) throw refusePeople("passkeyNotAdded");
  const credential = await readMadeCredential(party, made);
  if (credential === undefined) throw refusePeople("passkeyNotAdded");
  const row: PasskeyRow = {
    passkey_id: service.newId<PasskeyId>(),
    user_id: userId,
    credential_id: credential.credentialId,
    public_key: credential.publicKey,
    sign_count: BigInt(credential.signCount),
    transports: [...new Set(made.transports)],
    name,
    created_at: service.machineClock.now(),
    last_used_at: null,
  };
  await service.database
    .transaction(async (tx) => {
      await insertPasskey(tx, organizationId, row);
      const { length } = await passkeysOf(tx, organizationId, userId);
      if (length > PASSKEYS_MAX) throw refusePeople("tooManyPasskeys", { details: { most: PASSKEYS_MAX } });
      await audit(service, tx, { caller, organizationId, row }, { action: "user.addPasskey", after: { name } });
      await sendNotice(service, tx, { organizationId, userId, origin: caller, notice: { kind: "passkeyAdded", name } });
    })
    .catch((error: unknown) => {
      if (violatedConstraint(error) === "passkeys_credential_key") throw refusePeople("passkeyNotAdded");
      throw error;
    });
  return row;
}

function checkedName(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > NAME_LENGTH_MAX || holdsHidden(name))
    throw invalidRequest([{ path: "name", message: `must have 1 to ${NAME_LENGTH_MAX} characters on one line` }]);
  return name;
}

/** Renames one of the user's passkeys. Refuses with `resourceNotFound` or `invalidRequest`. */
export function renamePasskey(
  service: PeopleService,
  caller: Caller,
  { passkeyId, name: given }: { passkeyId: string; name: string },
): Promise<PasskeyRow> {
  const name = checkedName(given);
  return changePasskey(service, caller, passkeyId, async (tx, row, organizationId) => {
    await renamePasskeyRow(tx, organizationId, row.passkey_id, name);
    await audit(service, tx, { caller, organizationId, row }, { action: "user.renamePasskey", after: { name } });
    return { ...row, name };
  });
}

/** Removes one of the user's passkeys. Refuses with `stepUpNeeded` or `resourceNotFound`. */
export async function removePasskey(service: PeopleService, caller: Caller, passkeyId: string): Promise<void> {
  requireStepUp(caller);
  await changePasskey(service, caller, passkeyId, async (tx, row, organizationId) => {
    await removePasskeyRow(tx, organizationId, { passkeyId: row.passkey_id, at: service.machineClock.now() });
    await audit(service, tx, { caller, organizationId, row }, { action: "user.removePasskey" });
    const notice = { kind: "passkeyRemoved", name: row.name } as const;
    await sendNotice(service, tx, { organizationId, userId: row.user_id, origin: caller, notice });
  });
}

function changePasskey<Result>(
  service: PeopleService,
  caller: Caller,
  passkeyId: string,
  change: (tx: Tx, row: PasskeyRow, organizationId: OrganizationId) => Promise<Result>,
): Promise<Result> {
  const { organizationId, userId } = personOf(caller);
  return service.database.transaction(async (tx) => {
    const row = isUuid(passkeyId) ? await lockPasskey(tx, organizationId, { userId, passkeyId }) : undefined;
    if (row === undefined) throw notFound("passkey");
    return change(tx, row, organizationId);
  });
}

const audit = (
  service: PeopleService,
  tx: Tx,
  { caller, organizationId, row }: { caller: Caller; organizationId: OrganizationId; row: PasskeyRow },
  entry: Pick<AuditEntry, "action" | "after">,
) =>
  recordAudit(service, tx, {
    organizationId,
    actor: actorOf(caller),
    entries: [{ resourceType: "passkey", resourceId: row.passkey_id, before: { name: row.name }, ...entry }],
  });
