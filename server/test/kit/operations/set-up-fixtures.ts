import { moveConnection, testConnection } from "#bank/exchange";
import type { AccountId } from "#kernel/values/ids.ts";
import { findNewestMail } from "#records/mail";
import { markMailFailed } from "#records/mail/mails.queries.ts";
import { newFolderConnection, unsentOf } from "../banks/bank-connections.ts";
import { operator } from "../service/full-app.ts";
import { browse } from "../worlds/people.ts";
import type { Everything, Fixture, Fixtures } from "./everything.ts";

let accountNumbers = 445_566_770_100;

/** A draft of a connection of an account of its own. */
async function newDraft({ world, organization, newAdministrator }: Everything) {
  const accountId = (await organization.newAccount("To connect")) as AccountId;
  const { organizationId } = organization;
  const { connectionId, version } = await newFolderConnection(world.service, { organizationId, accountId });
  return { organizationId, connectionId, version, cookie: await newAdministrator() };
}

const draft: Fixture = async (all) => {
  const { connectionId, version, cookie } = await newDraft(all);
  // A number, which the body takes.
  return { bankConnectionId: connectionId, version: version as unknown as string, cookie };
};

const tested: Fixture = async (all) => {
  const { organizationId, connectionId, cookie } = await newDraft(all);
  await testConnection(all.world.service, { organizationId, connectionId, actor: operator });
  return { bankConnectionId: connectionId, cookie };
};

const rehearsed: Fixture = async (all) => {
  const { bankConnectionId: connectionId = "", ...given } = await tested(all);
  const { service } = all.world;
  const { organizationId } = all.organization;
  const key = { organizationId, connectionId, actor: operator };
  await moveConnection(service, { ...key, trigger: "rehearse", ...unsentOf(service) });
  return { bankConnectionId: connectionId, ...given };
};

/** An invitation that no mail server took, and an administrator who did not send it. */
const undelivered: Fixture = async ({ world, organization, newAdministrator, newPerson }) => {
  const body = { email: `new-${(await newPerson()).email}`, firstName: "A", lastName: "B", role: "viewer" };
  const cookie = await newAdministrator();
  const { body: invited, text } = await browse(world.app, { url: "/users/invitations", body, cookie });
  if (invited?.id === undefined) throw new Error(text);
  await failInvitationMail(world, organization.organizationId);
  return { invitationId: invited.id, cookie: await newAdministrator() };
};

/** The mail server rejects the newest invitation for now. */
export async function failInvitationMail(
  { service }: Everything["world"],
  organizationId: Everything["organization"]["organizationId"],
): Promise<void> {
  const mail = await findNewestMail(service.database, organizationId, "invitation");
  if (mail === undefined) throw new Error("no invitation was sent");
  const at = service.clock.now();
  const failed = { mailId: mail.mail_id, problem: "ECONNREFUSED", retryAt: at, at };
  await service.database.transaction((tx) => markMailFailed(tx, organizationId, failed));
}

const monitored: Fixture = async ({ world, newAdministrator }) => {
  const cookie = await newAdministrator();
  await browse(world.app, { method: "POST", url: "/set-up-to-live/monitoring/confirm", cookie });
  return { item: "monitoring", cookie };
};

/** Setting up an organization in the dashboard. */
export const setUpFixtures: Fixtures = {
  addBankConnection: async ({ organization, newAdministrator }) => ({
    accountId: await organization.newAccount("To connect"),
    cookie: await newAdministrator(),
  }),
  getBankConnectionSettings: draft,
  changeBankConnectionSettings: draft,
  patchBankConnectionSettings: draft,
  rehearseBankConnection: tested,
  goLiveWithBankConnection: rehearsed,
  removeBankConnection: draft,
  openAccount: async ({ newAdministrator }) => ({
    accountNumber: String(++accountNumbers),
    cookie: await newAdministrator(),
  }),
  recordOpeningBalance: async ({ organization, newAdministrator }) => ({
    accountId: await organization.newAccount("New"),
    cookie: await newAdministrator(),
  }),
  setLegalAddress: async ({ newAdministrator }) => ({ cookie: await newAdministrator() }),
  confirmSetUpItem: async ({ newAdministrator }) => ({ item: "monitoring", cookie: await newAdministrator() }),
  withdrawSetUpConfirmation: monitored,
  sendTestEmail: async ({ newAdministrator }) => ({ cookie: await newAdministrator() }),
  receiveInvitationLink: undelivered,
};
