import { type BankConnection, listConnections, listFiles } from "#bank/exchange";
import { followPennyTest } from "#desk/dashboard";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { findAccountsInUse } from "#money/accounts";
import { activeRules } from "#payments/approvals";
import { waitingChanges } from "#records/controls";
import { getOrganization } from "#records/identity";
import { findNewestMail, type MailProgress } from "#records/mail";
import { listPeople, readProtections, usersWithoutSecondFactor } from "#records/people";
import { confirmationsOf } from "./set-up.queries.ts";
import { type ItemState, isDone, type SetUpItemName, setUpItemNames } from "./set-up-items.ts";

/** What the operator's checks found about the installation (`bursar doctor`). */
export interface InstallationFinding {
  readonly check: string;
  readonly level: "ok" | "warning" | "critical";
  readonly found: string;
  readonly todo?: string;
}
export type ExamineInstallation = () => Promise<readonly InstallationFinding[]>;

/** An item of the list as a user sees it. */
export interface SetUpState extends ItemState {
  readonly item: SetUpItemName;
  readonly done: boolean;
  readonly confirmation: { readonly by: string; readonly at: Date } | undefined;
}

/** Every item as the service sees it now, with what users confirmed. */
export async function readSetUp(
  service: Service,
  organizationId: OrganizationId,
  examine: ExamineInstallation,
): Promise<readonly SetUpState[]> {
  const states = await statesOf(service, organizationId, examine);
  const confirmations = await confirmationsOf(service.database, organizationId);
  const people = await listPeople(service.database, organizationId);
  return setUpItemNames.map((item) => {
    const confirmation = confirmations.find((row) => row.item === item);
    const person = people.find((row) => row.user_id === confirmation?.confirmed_by);
    return {
      item,
      ...states[item],
      done: isDone(states[item], confirmation !== undefined),
      confirmation: confirmation && {
        by: person === undefined ? "a former user" : `${person.first_name} ${person.last_name}`,
        at: confirmation.confirmed_at,
      },
    };
  });
}

async function statesOf(
  service: Service,
  organizationId: OrganizationId,
  examine: ExamineInstallation,
): Promise<Readonly<Record<SetUpItemName, ItemState>>> {
  const { database: db } = service;
  const findings = await examine();
  const banks = (await listConnections(db, organizationId)).filter(({ kind }) => kind !== "simulated");
  const goLiveWaits = (await waitingChanges(db, organizationId)).some(({ kind }) => kind === "bankConnectionGoLive");
  return {
    organization: await organizationState(service, organizationId),
    email: emailState(service, await findNewestMail(db, organizationId, "testEmail")),
    accounts: await accountsState(service, organizationId),
    colleagues: await colleaguesState(service, organizationId),
    secondFactor: await secondFactorState(service, organizationId),
    approvalRule: await rulesState(service, organizationId),
    bankConnection: connectionState(banks),
    backup: installationState(findings, ["database", "archive"]),
    keyCopy: installationState(findings, ["key backup"]),
    standby: installationState(findings, ["standby"]),
    monitoring: {
      found: "Bursar reports its health at /readyz and figures for Prometheus at /metrics.",
      isSeen: false,
      mayConfirm: true,
      todo: "Load the alert rules in docs/operate/alerts into Prometheus, or have another program read /readyz, and send alerts to a person.",
    },
    rehearsal: await rehearsalState(service, organizationId, banks),
    goLive: goLiveState(banks, goLiveWaits),
    firstPenny: await pennyState(service, organizationId, banks),
  };
}

async function organizationState({ database }: Service, organizationId: OrganizationId): Promise<ItemState> {
  const { legalBusinessName, legalAddress } = await getOrganization(database, organizationId);
  if (legalAddress === undefined) return { found: `${legalBusinessName} has no address yet.`, isSeen: false };
  const { address1, city, region, postalCode } = legalAddress;
  return { found: `${legalBusinessName}, ${address1}, ${city}, ${region} ${postalCode}.`, isSeen: true };
}

function emailState({ config }: Service, test: MailProgress | undefined): ItemState {
  if (config.smtpUrl === undefined && config.mode === "production")
    return {
      found: "No mail server is configured, so emails are written to files and reach nobody.",
      isSeen: false,
      todo: "Start the service with SMTP_URL, such as smtp://user:password@mail.example.com:587, and MAIL_FROM.",
    };
  const server =
    config.smtpUrl === undefined ? "The sandbox shows emails instead of sending them." : "A mail server is configured.";
  // Emails are deleted after 30 days; that one arrived stays true.
  if (test === undefined)
    return { found: `${server} No test email was sent in the last 30 days.`, isSeen: false, keepsConfirmation: true };
  if (test.status === "sent")
    return { found: `The mail server took a test email to ${test.recipient}.`, isSeen: false, mayConfirm: true };
  const problem = test.problem === null ? "" : `: ${test.problem}`;
  if (test.status === "waiting" && problem === "")
    return { found: `A test email to ${test.recipient} is on its way.`, isSeen: false, keepsConfirmation: true };
  return {
    found: `The mail server did not take a test email to ${test.recipient}${problem}.`,
    isSeen: false,
    todo: "Correct SMTP_URL or MAIL_FROM, start the service again, and send another test.",
  };
}

async function accountsState({ database }: Service, organizationId: OrganizationId): Promise<ItemState> {
  const names = await findAccountsInUse(database, organizationId);
  if (names.length === 0) return { found: "There is no account that can pay.", isSeen: false };
  return { found: `${listed(names)} can pay.`, isSeen: true };
}

async function colleaguesState({ database }: Service, organizationId: OrganizationId): Promise<ItemState> {
  const open = (await readProtections(database, organizationId)).filter(({ isProtected }) => !isProtected);
  if (open.length === 0)
    return { found: "Changes of users, tokens, rules, and settings take two people.", isSeen: true };
  return { found: open.map(({ unprotected }) => unprotected).join(" "), isSeen: false };
}

async function secondFactorState(service: Service, organizationId: OrganizationId): Promise<ItemState> {
  const without = await usersWithoutSecondFactor(service, organizationId);
  if (without.length === 0)
    return { found: "Everyone who approves payments or manages the organization has one.", isSeen: true };
  return { found: `${listed(without)} ${without.length === 1 ? "has" : "have"} none yet.`, isSeen: false };
}

async function rulesState({ database }: Service, organizationId: OrganizationId): Promise<ItemState> {
  const { length: count } = await activeRules(database, organizationId);
  if (count > 0) return { found: `${count} ${count === 1 ? "rule is" : "rules are"} active.`, isSeen: true };
  return { found: "There is no rule: one approval is enough for every payment.", isSeen: false, mayConfirm: true };
}

function connectionState(banks: readonly BankConnection[]): ItemState {
  const tested = banks.filter(({ testedAt }) => testedAt !== null);
  if (banks.length === 0) return { found: "There is no bank connection.", isSeen: false };
  if (tested.length === 0)
    return { found: `${listed(banks.map(({ name }) => name))} has not passed a test yet.`, isSeen: false };
  return { found: `${listed(tested.map(({ name }) => name))} passed the test.`, isSeen: true };
}

/** Of checks of the installation, the first that found something. */
function installationState(findings: readonly InstallationFinding[], checks: readonly string[]): ItemState {
  const found = findings.filter(({ check }) => checks.includes(check));
  const problem = found.find(({ level }) => level !== "ok");
  if (found.length > 0 && problem === undefined)
    return { found: found.map((finding) => finding.found).join(" "), isSeen: true };
  return {
    found: problem?.found ?? "The database is on this machine only, so nothing takes over if it fails.",
    isSeen: false,
    mayConfirm: true,
    ...(problem?.todo === undefined ? {} : { todo: problem.todo }),
  };
}

async function rehearsalState(
  service: Service,
  organizationId: OrganizationId,
  banks: readonly BankConnection[],
): Promise<ItemState> {
  const live = banks.find(({ state }) => state === "live");
  if (live !== undefined) return { found: `${live.name} is live, so its rehearsal is over.`, isSeen: true };
  const rehearsing = banks.filter(({ state }) => state === "rehearsal");
  if (rehearsing.length === 0) return { found: "No connection is in rehearsal.", isSeen: false };
  const { files } = await listFiles(service, organizationId, { filter: { state: "rehearsed" }, query: { limit: 1 } });
  const names = listed(rehearsing.map(({ name }) => name));
  if (files[0] === undefined)
    return { found: `${names} is in rehearsal. No payment has been put into a file yet.`, isSeen: false };
  return {
    found: `${names} is in rehearsal. The newest file is ${files[0].name ?? "without a name"}.`,
    isSeen: false,
    mayConfirm: true,
  };
}

function goLiveState(banks: readonly BankConnection[], isWaiting: boolean): ItemState {
  const live = banks.filter(({ state }) => state === "live");
  if (live.length > 0)
    return { found: `${listed(live.map(({ name }) => name))} sends files to the bank.`, isSeen: true };
  if (isWaiting) return { found: "Going live waits for a second person to confirm it.", isSeen: false };
  return { found: "No connection is live: payments wait.", isSeen: false };
}

async function pennyState(
  service: Service,
  organizationId: OrganizationId,
  banks: readonly BankConnection[],
): Promise<ItemState> {
  const live = banks.filter(({ state }) => state === "live");
  if (live.length === 0) return { found: "It travels over a live connection.", isSeen: false };
  const found: string[] = [];
  for (const { connectionId, name } of live) {
    const { passed, steps } = await followPennyTest(service, organizationId, connectionId);
    if (passed) return { found: `A cent over ${name} is on the bank’s statement.`, isSeen: true };
    const next = steps.find(({ outcome }) => outcome !== "done");
    if (next !== undefined) found.push(`${name}: ${next.detail}`);
  }
  return { found: found.join(" "), isSeen: false };
}

const LISTED_MAX = 5;

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, LISTED_MAX);
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  return new Intl.ListFormat("en-US").format(all);
};
