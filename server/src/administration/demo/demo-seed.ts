import { randomBytes } from "node:crypto";
import { present } from "#kernel/assert.ts";
import { DAY_MS, manualClock, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import {
  type AccountId,
  createIdSource,
  type OrganizationId,
  type RecipientId,
  type UserId,
} from "#kernel/values/ids.ts";
import { openAccount } from "#money/accounts";
import { createRecipient, fillInternationalDetails } from "#money/recipients";
import type { Actor } from "#records/audit";
import {
  anyOrganization,
  createToken,
  findOrganization,
  lockOrganizations,
  setLegalAddress,
  setOrganizationDetails,
  waiveSecondFactor,
} from "#records/identity";
import { hashPassword, insertUser } from "#records/people";
import { SANDBOX_BANK_ROUTING_NUMBER } from "#sandbox/sandbox-bank";
import { createOrganization } from "../create-organization.ts";
import { attachDemoFiles } from "./demo-attachments.ts";
import { categorizeHistory } from "./demo-categories.ts";
import {
  COMPANY_ADDRESS,
  COMPANY_NAME,
  type DemoAccountKey,
  demoAccounts,
  demoInternationalRecipient,
  demoRecipients,
  demoUsers,
} from "./demo-company.ts";
import { handleFailures } from "./demo-failures.ts";
import { type DemoFile, readDemoFile, settleDraft, writeDraft } from "./demo-file.ts";
import { planHistory } from "./demo-history.ts";
import { recordInvoices } from "./demo-invoices.ts";
import { recipientInput } from "./demo-recipient-input.ts";
import { scheduleDemoPayments } from "./demo-schedule.ts";
import { recordTreasury } from "./demo-treasury.ts";
import { layOutDesk } from "./desk/lay-out-desk.ts";
import { recordHistory } from "./record-history.ts";

const actor: Actor = { type: "service" };

/**
 * The first start in sandbox mode creates a demo organization with a year of history, and demo.json with its
 * credentials; later starts change nothing. It is one transaction, so a crash leaves no organization or a complete one;
 * the file is on disk before the commit and moved into place afterward, by the next start if necessary.
 */
export const seedDemo = (service: Service, options: DemoOptions = {}): Promise<DemoFile | undefined> =>
  acrossOrganizations(() => seedOnce(service, options));

export interface DemoOptions {
  /** With what waits for its users on the first day. Tests, which put their own things there, go without. */
  readonly withDesk?: boolean;
}

async function seedOnce(service: Service, { withDesk = false }: DemoOptions): Promise<DemoFile | undefined> {
  const { dataDir } = service.config;
  let isNew = false;
  if (!(await anyOrganization(service.database)).found) {
    const users = await Promise.all(demoUsers.map(async (user) => ({ ...user, ...(await newPassword()) })));
    await service.database.transaction(async (tx) => {
      await lockOrganizations(tx);
      if ((await anyOrganization(tx)).found) return;
      await writeDraft(dataDir, await makeDemo(service, tx, users));
      isNew = true;
    });
  }
  await settleDraft(
    dataDir,
    async (organizationId) => (await findOrganization(service.database, organizationId)) !== undefined,
  );
  const demo = await readDemoFile(dataDir);
  if (isNew && demo !== undefined) {
    // Of different things, so that one waits for the database while another works.
    await Promise.all([attachDemoFiles(service, demo), scheduleDemoPayments(service, demo)]);
    // Afterward: a file of a recipient changes what is decided about requests to pay them.
    if (withDesk) await layOutDesk(service, demo);
  }
  return demo;
}

async function newPassword(): Promise<{ password: string; passwordHash: string }> {
  const password = randomBytes(12).toString("base64url");
  return { password, passwordHash: await hashPassword(password) };
}

type DemoUser = (typeof demoUsers)[number] & { readonly password: string; readonly passwordHash: string };

async function makeDemo(before: Service, tx: Tx, users: readonly DemoUser[]): Promise<DemoFile> {
  const until = before.clock.now();
  const items = planHistory(until);
  const first = items[0]?.at ?? until;
  const clock = manualClock(plusMs(first, -DAY_MS));
  const service: Service = { ...before, clock, newId: createIdSource(clock.now) };

  const organizationId = await createOrganization(service, tx, { legalBusinessName: COMPANY_NAME, plan: "pro", actor });
  await setLegalAddress(service, tx, { organizationId, address: COMPANY_ADDRESS, actor });
  const details = { ein: "94-3217654", dbas: ["Larkspur Coffee"], billingCadence: "annual" } as const;
  await setOrganizationDetails(service, tx, { organizationId, actor, ...details });
  // Their passwords are in demo.json for anyone to try, so a second factor makes no sense.
  await waiveSecondFactor(tx, organizationId);
  const userIds = new Map<DemoUser["role"], UserId>();
  for (const { email, firstName, lastName, role, passwordHash } of users) {
    const userId = service.newId<UserId>();
    userIds.set(role, userId);
    await insertUser(tx, {
      organizationId,
      userId,
      email,
      firstName,
      lastName,
      role,
      passwordHash,
      createdAt: clock.now(),
    });
  }
  const accounts = await openAccounts(service, tx, organizationId);
  const recipients = await saveRecipients(service, tx, organizationId);
  const scene = { service, clock, until, organizationId, accounts, recipients };
  const deposits = await recordHistory(tx, scene, items);
  await recordTreasury(tx, scene, first);
  const receiving = present(accounts.get("operating"), "the demo has an operating account");
  await recordInvoices(before, tx, { organizationId, accountId: receiving, deposits, until, actor });
  await categorizeHistory(service, tx, { organizationId, accounts, recipients });
  await handleFailures(before, tx, {
    organizationId,
    userId: present(userIds.get("bookkeeper"), "the demo has a bookkeeper"),
  });
  // Not an approver, so that others can approve the tokens' requests.
  const tokens = await makeTokens(before, tx, { organizationId, creator: userIds.get("bookkeeper") });
  return {
    baseUrl: `${before.config.publicUrl}/api/v1`,
    organizationId,
    users: users.map(({ email, password, role }) => ({ email, password, role })),
    tokens,
    accounts: demoAccounts.map(({ key, name, kind }) => ({ id: accounts.get(key) ?? "", name, kind })),
    recipients: [...demoRecipients, { ...demoInternationalRecipient, methods: ["internationalWire"] }].map(
      ({ key, name, methods }) => ({ id: recipients.get(key) ?? "", name, methods }),
    ),
  };
}

async function openAccounts(
  service: Service,
  tx: Tx,
  organizationId: OrganizationId,
): Promise<ReadonlyMap<DemoAccountKey, AccountId>> {
  const opened = new Map<DemoAccountKey, AccountId>();
  for (const { key, name, kind, accountNumber } of demoAccounts) {
    opened.set(
      key,
      await openAccount(service, tx, {
        organizationId,
        name,
        kind,
        routingNumber: SANDBOX_BANK_ROUTING_NUMBER,
        accountNumber,
        actor,
      }),
    );
  }
  return opened;
}

async function saveRecipients(
  service: Service,
  tx: Tx,
  organizationId: OrganizationId,
): Promise<ReadonlyMap<string, RecipientId>> {
  const saved = new Map<string, RecipientId>();
  for (const recipient of demoRecipients) {
    saved.set(
      recipient.key,
      await createRecipient(service, tx, { organizationId, actor, input: recipientInput(recipient) }),
    );
  }
  const { key, name, email, ...details } = demoInternationalRecipient;
  const recipientId = await createRecipient(service, tx, {
    organizationId,
    actor,
    input: { name, emails: [email], isBusiness: true },
  });
  await fillInternationalDetails(service, tx, { organizationId, recipientId, actor, details });
  saved.set(key, recipientId);
  return saved;
}

/** The read-write token may send payments from loopback; the other two cannot send at all. */
async function makeTokens(
  service: Service,
  tx: Tx,
  { organizationId, creator }: { organizationId: OrganizationId; creator: UserId | undefined },
): Promise<DemoFile["tokens"]> {
  const shared = { organizationId, createdBy: present(creator, "the demo has a bookkeeper"), actor };
  const readOnly = await createToken(service, tx, { ...shared, name: "Demo, read only", kind: "readOnly" });
  const readWrite = await createToken(service, tx, {
    ...shared,
    name: "Demo, read and write",
    kind: "readWrite",
    allowlist: ["127.0.0.1", "::1"],
  });
  const requestOnly = await createToken(service, tx, {
    ...shared,
    name: "Demo, request payments",
    kind: "custom",
    scopes: ["requestSendMoney", "fetchSendMoneyRequests", "fetchRecipients", "fetchDepositoryAccounts"],
  });
  return { readOnly: readOnly.token, readWrite: readWrite.token, requestOnly: requestOnly.token };
}
