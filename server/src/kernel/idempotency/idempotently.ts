import { present } from "../assert.ts";
import { canonicalJson } from "../canonical-json.ts";
import { refuseHttp } from "../http/http-refusals.ts";
import type { OrganizationId } from "../ids.ts";
import type { Service } from "../service.ts";
import type { Queryable, Tx } from "../sql/database.ts";
import { claimKey, findReply, type KeyedOperation, storeReply } from "./idempotency.queries.ts";
import { keyDigest } from "./key.ts";

export interface Instruction {
  readonly organizationId: OrganizationId;
  /** The operation's name, such as `createRecipient`: a key belongs to one organisation and one operation. */
  readonly operation: string;
  readonly key: string | undefined;
  /** What was asked, to tell a repeat from another instruction. Only keyed hashes of its members are stored. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Answer<Body> {
  readonly statusCode: number;
  readonly body: Body;
  /** True when this is the first answer given again: nothing was done this time. */
  readonly replayed: boolean;
}

/**
 * Runs `work` in one transaction, at most once per key, for ever. The key, the hash of the instruction and the (encrypted)
 * answer commit together with the work, so a process that dies anywhere leaves either all or nothing; a refusal thrown by
 * `work` rolls the key back too and does not burn it. A second request with the same key waits for the first one's commit
 * (the unique key makes it) and gets its answer.
 */
export function idempotently<Body>(
  service: Service,
  instruction: Instruction,
  work: (tx: Tx) => Promise<{ statusCode: number; body: Body }>,
): Promise<Answer<Body>> {
  const { organizationId, operation, key } = instruction;
  if (key === undefined) {
    return service.database.transaction(async (tx) => ({ ...(await work(tx)), replayed: false }));
  }
  const keyed = { organizationId, operation, keyDigest: keyDigest(organizationId, operation, key) };
  const hashes = hashMembers(service, instruction);
  return service.database.transaction(async (tx) => {
    const claimed = await claimKey(tx, keyed, JSON.stringify(hashes), service.clock.now());
    if (claimed === 0)
      return present(await firstAnswer<Body>(service, tx, keyed, hashes), "a key that was claimed has its answer");
    const { statusCode, body } = await work(tx);
    const sealed = await service.vault.seal(tx, organizationId, replyContextOf(keyed), JSON.stringify(body));
    await storeReply(tx, keyed, { statusCode, body: sealed });
    return { statusCode, body, replayed: false };
  });
}

/**
 * The same for work on another system, which no transaction may wait for: it is done first, and its answer stored then. Two
 * requests at the same time may both do it, and so may the next one after a process that died in between.
 */
export async function idempotentlyOutside<Body>(
  service: Service,
  instruction: Instruction,
  work: () => Promise<{ statusCode: number; body: Body }>,
): Promise<Answer<Body>> {
  const { organizationId, operation, key } = instruction;
  if (key === undefined) return { ...(await work()), replayed: false };
  const keyed = { organizationId, operation, keyDigest: keyDigest(organizationId, operation, key) };
  const known = await firstAnswer<Body>(service, service.database, keyed, hashMembers(service, instruction));
  if (known !== undefined) return known;
  const done = await work();
  return idempotently(service, instruction, async () => done);
}

/** The first answer of a key that was used for the same instruction; undefined for one that was not used. */
async function firstAnswer<Body>(
  { vault }: Service,
  db: Queryable,
  keyed: KeyedOperation,
  hashes: Readonly<Record<string, string>>,
): Promise<Answer<Body> | undefined> {
  const reply = await findReply(db, keyed);
  if (reply === undefined) return undefined;
  const differs = differingMembers(JSON.parse(reply.instruction_hashes), hashes);
  if (differs.length > 0) throw keyReused(differs);
  const sealed = present(reply.body, "a committed key has its answer");
  const body = await vault.open(db, keyed.organizationId, replyContextOf(keyed), sealed);
  return {
    statusCode: present(reply.status_code, "a committed key has its status"),
    // It was serialised from this operation's own reply.
    body: JSON.parse(body) as Body,
    replayed: true,
  };
}

/** What ties a sealed answer to its key. */
export const replyContextOf = ({ operation, keyDigest: digest }: { operation: string; keyDigest: string }): string =>
  `idempotent-reply/${operation}/${digest}`;

/** 409, never to be retried as it is (decisions P6). */
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
  { organizationId, operation, body }: Instruction,
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
  const known = new Map<string, unknown>(typeof first === "object" && first !== null ? Object.entries(first) : []);
  const names = new Set([...known.keys(), ...Object.keys(second)]);
  return [...names].filter((name) => known.get(name) !== second[name]).sort();
}
