import { present } from "../assert.ts";
import { UnreadableValue } from "../crypto/vault.ts";
import { refuseHttp } from "../http/http-refusals.ts";
import type { Service } from "../process/service.ts";
import { reportUnproven, UnprovenRow } from "../proofs/unproven-row.ts";
import type { Queryable, Tx } from "../sql/database.ts";
import { waitForStandby } from "../sql/hosts/wait-for-standby.queries.ts";
import { replyBodies } from "../tables.ts";
import { canonicalJson } from "../values/canonical-json.ts";
import type { OrganizationId } from "../values/ids.ts";
import { claimKey, findReply, type KeyedOperation, storeReply } from "./idempotency.queries.ts";
import { keyDigest } from "./key.ts";

export interface IdempotentInstruction<Body = unknown> {
  readonly organizationId: OrganizationId;
  /** The operation's name, such as `createRecipient`: a key belongs to one organization and one operation. */
  readonly operation: string;
  readonly key: string | undefined;
  /**
   * The request body, used to distinguish a retry from a different request. Only keyed hashes of its members are
   * stored.
   */
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * The response as this caller may see it (law 27); unchanged by default. Throws a refusal if the caller's own first
   * request would get one that depends on the caller.
   */
  readonly show?: (body: Body) => Body;
}

/** The result of a first request. */
export interface IdempotentResult<Body> {
  readonly statusCode: number;
  /**
   * Stored and returned on every replay: without secrets, and with everything that a caller with all rights may see.
   */
  readonly body: Body;
  /** Members of the first response only, such as a secret. Never stored. */
  readonly once?: Partial<Body>;
}

export interface Answer<Body> {
  readonly statusCode: number;
  readonly body: Body;
  /** True for the response of an earlier request: this request had no effect. */
  readonly replayed: boolean;
}

/**
 * Runs `work` in one transaction, at most once per key. The key, the hash of the request, and the encrypted response
 * commit together with the work, so a crash leaves all or nothing; a refusal thrown by `work` also rolls back the key,
 * which can be used again. A concurrent request with the same key waits for the first commit (on the unique key) and
 * receives its response, filtered for its own caller and without secrets (ADR 0026).
 */
export async function idempotently<Body>(
  service: Service,
  instruction: IdempotentInstruction<Body>,
  work: (tx: Tx) => Promise<IdempotentResult<Body>>,
): Promise<Answer<Body>> {
  const keyed = keyedOperationOf(instruction);
  if (keyed === undefined)
    return service.database.transaction(async (tx) => firstResponse(instruction, await work(tx)));
  const hashes = hashMembers(service, instruction);
  const answer = await service.database.transaction(async (tx) => {
    const claimed = await claimKey(tx, keyed, JSON.stringify(hashes), service.clock.now());
    if (claimed === 0) return present(await replay(service, tx, instruction), "a claimed key is stored");
    const done = await work(tx);
    const context = replyBodies.contextOf(keyed.operation, keyed.keyDigest);
    const sealed = await service.vault.seal(tx, keyed.organizationId, context, JSON.stringify(done.body));
    await storeReply(tx, keyed, { statusCode: done.statusCode, body: sealed });
    return firstResponse(instruction, done);
  });
  if (answer.replayed) await waitForStandby(service.database);
  return answer;
}

/**
 * The same for work on another system, which no transaction may wait for: the work runs first, and its response is
 * stored afterward. Two concurrent requests may both do it, and so may a retry after a crash between the two steps.
 */
export async function idempotentlyOutside<Body>(
  service: Service,
  instruction: IdempotentInstruction<Body>,
  work: () => Promise<IdempotentResult<Body>>,
): Promise<Answer<Body>> {
  const earlier = await earlierAnswer(service, instruction);
  if (earlier !== undefined) return earlier;
  const done = await work();
  return idempotently(service, instruction, async () => done);
}

function keyedOperationOf({
  organizationId,
  operation,
  key,
}: Omit<IdempotentInstruction, "show">): KeyedOperation | undefined {
  return key === undefined
    ? undefined
    : { organizationId, operation, keyDigest: keyDigest(organizationId, operation, key) };
}

const shown = <Body>({ show }: IdempotentInstruction<Body>, body: Body): Body =>
  show === undefined ? body : show(body);

const firstResponse = <Body>(
  instruction: IdempotentInstruction<Body>,
  { statusCode, body, once }: IdempotentResult<Body>,
): Answer<Body> => {
  const own = shown(instruction, body);
  return { statusCode, body: once === undefined ? own : { ...own, ...once }, replayed: false };
};

/** The response of an earlier request with the same key; undefined if the request has yet to be done. */
export async function earlierAnswer<Body>(
  service: Service,
  instruction: IdempotentInstruction<Body>,
): Promise<Answer<Body> | undefined> {
  const answer = await replay(service, service.database, instruction);
  if (answer !== undefined) await waitForStandby(service.database);
  return answer;
}

/** Whether a key has its response already, to the same request or to another one. */
export async function hasReply(
  service: Pick<Service, "database">,
  { organizationId, operation, key }: { organizationId: OrganizationId; operation: string; key: string },
): Promise<boolean> {
  const keyed = { organizationId, operation, keyDigest: keyDigest(organizationId, operation, key) };
  return (await findReply(service.database, keyed)) !== undefined;
}

/** The stored response of a key used for the same request; undefined for a new key. */
async function replay<Body>(
  service: Service,
  db: Queryable,
  instruction: IdempotentInstruction<Body>,
): Promise<Answer<Body> | undefined> {
  const keyed = keyedOperationOf(instruction);
  const reply = keyed && (await findReply(db, keyed));
  if (keyed === undefined || reply === undefined) return undefined;
  const differs = differingMembers(JSON.parse(reply.instruction_hashes), hashMembers(service, instruction));
  if (differs.length > 0) throw keyReused(differs);
  const body = await openReply(service, db, keyed, reply.body);
  return {
    statusCode: present(reply.status_code, "a stored response has its status"),
    // It was serialized from this operation's own response.
    body: shown(instruction, JSON.parse(body) as Body),
    replayed: true,
  };
}

/** Sealed for this operation and key: a response that was moved here from another one does not open. */
async function openReply(
  service: Service,
  db: Queryable,
  keyed: KeyedOperation,
  sealed: Buffer | null,
): Promise<string> {
  const { organizationId, operation, keyDigest: digest } = keyed;
  try {
    if (sealed !== null)
      return await service.vault.open(
        db,
        organizationId,
        replyBodies.contextOf(keyed.operation, keyed.keyDigest),
        sealed,
      );
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error;
  }
  const row = { organizationId, table: "idempotent_replies", key: `${operation}/${digest}` };
  reportUnproven(service, row);
  throw new UnprovenRow(row);
}

/** 409: the client must not retry it unchanged (decision P6). */
export const keyReused = (differs: readonly string[]) =>
  refuseHttp("idempotencyKeyReused", {
    details: {
      differs: differs.join(", "),
      fields: differs.map((path) => ({ path, message: "differs from the first use of this key" })),
    },
    headers: { "x-should-retry": "false" },
  });

function hashMembers(
  service: Service,
  { organizationId, operation, body }: Omit<IdempotentInstruction, "show">,
): Readonly<Record<string, string>> {
  const members = Object.entries(body).filter(([name, value]) => name !== "idempotencyKey" && value !== undefined);
  return Object.fromEntries(
    members
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [
        name,
        service.vault
          .mac("fingerprints", `${organizationId}/${operation}/${name}/${canonicalJson(value)}`)
          .toString("base64url")
          .slice(0, 22),
      ]),
  );
}

function differingMembers(first: unknown, second: Readonly<Record<string, string>>): readonly string[] {
  const firstHashes = new Map<string, unknown>(
    typeof first === "object" && first !== null ? Object.entries(first) : [],
  );
  const names = new Set([...firstHashes.keys(), ...Object.keys(second)]);
  return [...names].filter((name) => firstHashes.get(name) !== second[name]).sort();
}
