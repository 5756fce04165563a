import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { runWebhookFanOut } from "#reports/webhooks";
import { newFolderConnection } from "../banks/bank-connections.ts";
import { newCase } from "../screening/new-case.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../service/full-app.ts";
import { newTreasuryDocument } from "../treasury/treasury-documents.ts";
import { paymentRequest } from "../worlds/approvals.ts";
import { newPerson, provedIn, type TestPerson } from "../worlds/people.ts";
import { setSettings } from "../worlds/settings.ts";

/** A domain that passkeys can belong to. */
export const PAGE = { origin: "http://localhost:8080", rpId: "localhost" };

/** Values by the name under which paths and bodies refer to them, such as `accountId`. */
export type Given = Readonly<Record<string, string>>;

/** The value for a member of an example; a list of IDs, such as `accountIds`, gets the one ID. */
export const memberOf = (given: Given, name: string, example: unknown): unknown => {
  const ofList = name.endsWith("Ids") ? given[name.slice(0, -1)] : undefined;
  return given[name] ?? (ofList === undefined ? example : [ofList]);
};

/** One organization with one of each resource, for tests of every operation. */
export interface Everything {
  readonly world: TestWorld;
  readonly organization: TestOrganization;
  /** The session of an administrator who has just entered the password again, at the clock's time. */
  session(): Promise<string>;
  /** The ID of one resource of each kind, by the name of its parameter. */
  readonly ids: Given;
  /** Calls with the organization's token. Throws unless the call succeeds. */
  call(call: Parameters<typeof inject>[2]): Promise<Record<string, unknown> & { readonly id: string }>;
  newPerson(): Promise<TestPerson>;
  /** A signed-in administrator who has just entered the password again. */
  newAdministrator(): Promise<string>;
  newPayment(): Promise<string>;
  newRequest(): Promise<string>;
  newTransferRequest(): Promise<string>;
  newInvite(more?: { readonly requireTaxDocument: boolean }): Promise<string>;
  newWebhook(): Promise<string>;
  newCategory(): Promise<string>;
  /** A custodian's document of the treasury account. */
  newTreasuryStatement(): Promise<string>;
  newCategoryRule(): Promise<string>;
  /** Lists the events so far for delivery to the webhook. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

/**
 * What a valid call of an operation needs beyond `ids`, by operation ID: values for its path and for members of its
 * example body, and `cookie` for the user who calls. Called before each valid call, so that an operation that uses
 * something up gets a new one.
 */
export type Fixture = (all: Everything) => Promise<Given>;
export type Fixtures = Readonly<Record<string, Fixture>>;

export async function openEverything(): Promise<Everything> {
  const receiver = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
  const world = await openWorld({ publicUrl: PAGE.origin });
  const organization = await world.newOrganization();
  // Changed bank details wait for a second user, so that there is something to confirm.
  await setSettings(world, organization.organizationId, { confirmBankDetailChanges: true });
  await organization.deposit(organization.accountId, 1_000_000_00n);
  const makers = makersIn(world, organization);
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const endpoint = async (more = {}) => (await makers.call({ url: "/webhooks", body: { url, ...more } })).id;
  const someone = await makers.newPerson();
  // Of an account of its own: payments of an account whose connection is a draft wait.
  const elsewhere = { ...organization, accountId: await organization.newAccount("At another bank") };
  const ids = {
    ...(await oneOfEach(organization, makers)),
    userId: someone.userId,
    webhookEndpointId: await endpoint(),
    caseId: await newCase(world.service, organization),
    bankConnectionId: (await newFolderConnection(world.service, elsewhere)).connectionId,
    url,
  };
  return {
    world,
    organization,
    ...makers,
    ids,
    // Of events that do not happen: many deliveries would only cost time.
    newWebhook: () => endpoint({ eventTypes: ["investmentAccount.balance.updated"] }),
    session: sessionOf(world, someone),
    deliver: async () => {
      while ((await runWebhookFanOut(world.service)) > 0);
    },
    close: async () => {
      receiver.close();
      await world.close();
    },
  };
}

function makersIn(world: TestWorld, organization: TestOrganization) {
  let made = 0;
  const { app } = world;
  const call: Everything["call"] = async (request) => {
    const answer = await inject(app, organization.token, request);
    if (answer.status >= 300) throw new Error(`${request.url} returned ${answer.status} ${answer.text}`);
    return answer.body;
  };
  // Amounts differ, because the duplicate guard would reject the second payment.
  const amount = () => (2000 + ++made) / 100;
  const otherAccount = organization.newAccount("Other");
  const treasuryAccount = organization.newAccount("Treasury", "treasury");
  return {
    call,
    otherAccount,
    treasuryAccount,
    newTreasuryStatement: async () =>
      newTreasuryDocument(world, {
        organizationId: organization.organizationId,
        treasuryId: await treasuryAccount,
        text: `%PDF-1.7 ${++made}`,
      }),
    newPerson: () => newPerson(world, organization.organizationId),
    newAdministrator: async () => provedIn(app, await newPerson(world, organization.organizationId)),
    newPayment: async () => (await call(payment(organization, { amount: amount() }))).id,
    newRequest: async () => {
      const { requestId } = await call(paymentRequest(organization, { amount: amount() }));
      return String(requestId);
    },
    newTransferRequest: async () => {
      const { accountId: sourceAccountId } = organization;
      const body = { sourceAccountId, destinationAccountId: await otherAccount, amount: amount() };
      return String((await call({ url: "/request-transfer", body }))["requestId"]);
    },
    newInvite: async (more = { requireTaxDocument: false }) => {
      const body = {
        name: "Marta Lindqvist",
        contactEmail: `marta-${++made}@lindqvist.example`,
        paymentMethods: ["ach", "internationalWire"],
        sendEmail: true,
        ...more,
      };
      return (await call({ url: "/recipients/invites", body })).id;
    },
    newCategory: async () => {
      const visible = { visibleForCardSpend: true, visibleForReimbursements: false, visibleForOther: true };
      return (await call({ url: "/categories", body: { name: `Category ${++made}`, ...visible } })).id;
    },
    newCategoryRule: async () => {
      const visible = { visibleForCardSpend: true, visibleForReimbursements: false, visibleForOther: true };
      const { id } = await call({ url: "/categories", body: { name: `Category ${++made}`, ...visible } });
      const body = { name: `Rule ${made}`, categoryId: id, conditions: { text: "nothing like it" } };
      return (await call({ url: "/category-rules", body })).id;
    },
  };
}

/** Signs in again when the clock was moved, because sessions end. */
function sessionOf(world: TestWorld, person: TestPerson): Everything["session"] {
  const cookies = new Map<number, Promise<string>>();
  return () => {
    const now = world.clock.now().getTime();
    const cookie = cookies.get(now) ?? provedIn(world.app, person);
    cookies.set(now, cookie);
    return cookie;
  };
}

async function oneOfEach(
  organization: TestOrganization,
  {
    call,
    otherAccount,
    treasuryAccount,
    newTreasuryStatement,
    newPayment,
    newRequest,
    newTransferRequest,
    newInvite,
    newCategory,
  }: ReturnType<typeof makersIn>,
): Promise<Record<string, string>> {
  const transactionId = await newPayment();
  const inviteId = await newInvite();
  const { events } = (await call({ url: "/events?limit=1" })) as unknown as { events: readonly { id: string }[] };
  const { emails } = (await call({ url: "/sandbox/emails" })) as unknown as { emails: readonly { id: string }[] };
  return {
    accountId: organization.accountId,
    sourceAccountId: organization.accountId,
    destinationAccountId: await otherAccount,
    recipientId: organization.recipientId,
    transactionId,
    requestId: await newRequest(),
    transferRequestId: await newTransferRequest(),
    categoryId: await newCategory(),
    treasuryId: await treasuryAccount,
    treasuryStatementId: await newTreasuryStatement(),
    eventId: events[0]?.id ?? "",
    inviteId,
    emailId: emails[0]?.id ?? "",
    routingNumber: "021000021",
    // Of the list of what to set up.
    item: "monitoring",
    // Of an occurrence of a recurring payment.
    day: "2026-12-04",
  };
}
