import { text } from "node:stream/consumers";
import { createOrganization } from "../../server/src/administration/create-organization.ts";
import { readConfig } from "../../server/src/kernel/process/config.ts";
import { createLog } from "../../server/src/kernel/process/log.ts";
import { acrossOrganizations } from "../../server/src/kernel/sql/scope.ts";
import type { UserId } from "../../server/src/kernel/values/ids.ts";
import { openService } from "../../server/src/main/open-service.ts";
import { createToken } from "../../server/src/modules/1-records/identity/index.ts";
import { hashPassword, insertUser } from "../../server/src/modules/1-records/people/index.ts";
import { openAccount } from "../../server/src/modules/2-money/accounts/index.ts";

/** Written to this process's standard input as JSON. The service's own settings come from the environment. */
export interface OrganizationPlan {
  readonly name: string;
  readonly accounts: number;
  /** Of its token; more than any machine can send if undefined. */
  readonly rateLimitPerMinute?: number | undefined;
}

export interface OpenedOrganization {
  readonly organizationId: string;
  readonly tokenId: string;
  readonly token: string;
  readonly accountIds: readonly string[];
  /** An administrator who can sign in. */
  readonly user: { readonly email: string; readonly password: string };
}

const USER = { email: "bench@example.com", password: "as quick as it can be" };

const RATE_LIMIT_PER_MINUTE = 100_000_000;

/**
 * Creates an organization for the benchmark, separate from the demo's, with the functions that the command line uses.
 * Runs as a separate process, because it holds the data folder's lock until it ends.
 */
async function openOrganization({
  name,
  accounts,
  rateLimitPerMinute = RATE_LIMIT_PER_MINUTE,
}: OrganizationPlan): Promise<OpenedOrganization> {
  const config = readConfig(process.env);
  const { service, close } = await openService(config, createLog({ level: "warn" }));
  const actor = { type: "operator", id: "bench" } as const;
  try {
    const passwordHash = await hashPassword(USER.password);
    return await acrossOrganizations(() =>
      service.database.transaction(async (tx) => {
        const organizationId = await createOrganization(service, tx, { legalBusinessName: name, actor });
        const accountIds: string[] = [];
        for (let index = 0; index < accounts; index += 1) {
          accountIds.push(
            await openAccount(service, tx, {
              organizationId,
              name: `Account ${index + 1}`,
              kind: "checking",
              routingNumber: "021000021",
              accountNumber: String(100_000_000 + index),
              actor,
            }),
          );
        }
        const token = await createToken(service, tx, {
          organizationId,
          name: "Benchmark",
          kind: "readWrite",
          scopes: [],
          allowlist: ["127.0.0.1"],
          rateLimitPerMinute,
          actor,
        });
        await insertUser(tx, {
          organizationId,
          userId: service.newId<UserId>(),
          email: USER.email,
          firstName: "Bench",
          lastName: "Mark",
          role: "administrator",
          passwordHash,
          createdAt: service.clock.now(),
        });
        return { organizationId, accountIds, tokenId: token.tokenId, token: token.token, user: USER };
      }),
    );
  } finally {
    await close();
  }
}

// Written by running-service.ts, which shares the type.
const plan = JSON.parse(await text(process.stdin)) as OrganizationPlan;
process.stdout.write(JSON.stringify(await openOrganization(plan)));
