import { assert } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, RecipientId, RoutingId } from "#kernel/values/ids.ts";
import { actorOf, recordAudit } from "#records/audit";
import { type Caller, findOrganization } from "#records/identity";
import { enqueueMail, type Letter } from "#records/mail";
import { makeSecretText, personOf } from "#records/people";
import {
  hashOfVerification,
  NOT_VERIFIED,
  type ValidationId,
  VERIFY_MS,
  validationStandingOf,
} from "./account-validation.ts";
import { moveLockedValidations } from "./record-validations.ts";
import { refuseValidation } from "./validation-refusals.ts";
import {
  countDeposits,
  insertDeposits,
  latestValidations,
  lockOpenValidation,
  type MicroDeposit,
} from "./validations.queries.ts";

/** Of the same details, however they end; and of an organization in 24 hours. */
const OF_DETAILS_MAX = 3;
const OF_DAY_MAX = 50;

interface Details {
  readonly organizationId: OrganizationId;
  readonly recipientId: RecipientId;
  readonly routingId: RoutingId;
}

/**
 * Whether two deposits may validate these details now. An attempt whose time is over ends here. Refuses with
 * `accountValidationOpen` or `tooManyValidations`.
 */
export async function requireUnvalidated(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { organizationId, recipientId, routingId }: Details,
): Promise<void> {
  const now = service.clock.now();
  const open = await lockOpenValidation(tx, organizationId, routingId);
  if (open !== undefined && validationStandingOf(open, now).state !== "pending")
    await moveLockedValidations(service, tx, {
      organizationId,
      validations: [open],
      trigger: "giveUp",
      code: NOT_VERIFIED,
      actor: { type: "service" },
    });
  const [latest] = await latestValidations(tx, organizationId, [routingId]);
  if (latest?.state === "pending")
    throw refuseValidation("accountValidationOpen", { details: { state: "being validated" } });
  if (latest?.state === "validated")
    throw refuseValidation("accountValidationOpen", { details: { state: "validated" } });
  const since = plusMs(now, -DAY_MS);
  const { of_details: ofDetails, of_day: ofDay } = await countDeposits(tx, organizationId, {
    recipientId,
    routingId,
    since,
  });
  const tooMany = (limit: number, whose: string) =>
    refuseValidation("tooManyValidations", { details: { limit, whose } });
  if (ofDetails >= OF_DETAILS_MAX) throw tooMany(OF_DETAILS_MAX, "of these bank details");
  if (ofDay >= OF_DAY_MAX) throw tooMany(OF_DAY_MAX, "of your organization within a day");
}

/** Records two deposits that were just made, and emails the payee the link on which they enter the amounts. */
export async function openDeposits(
  service: Service,
  tx: Tx,
  {
    caller,
    email,
    name,
    accountId,
    recipientId,
    routingId,
    deposits,
  }: Omit<Details, "organizationId"> & {
    readonly caller: Caller;
    readonly email: string;
    /** The recipient's. */
    readonly name: string;
    readonly accountId: AccountId;
    readonly deposits: readonly [MicroDeposit, MicroDeposit];
  },
): Promise<void> {
  const { organizationId, userId } = personOf(caller);
  const validationId = service.newId<ValidationId>();
  const secret = makeSecretText(organizationId);
  const startedAt = service.clock.now();
  const expiresAt = plusMs(startedAt, VERIFY_MS);
  const inserted = await insertDeposits(tx, organizationId, {
    validationId,
    recipientId,
    routingId,
    accountId,
    deposits,
    email,
    secretHash: hashOfVerification(service, secret),
    startedBy: userId,
    startedAt,
    expiresAt,
  });
  assert(inserted === 1, "details without an open attempt get one");
  const payer = (await findOrganization(tx, organizationId))?.legalBusinessName ?? "An organization";
  const link = `${service.config.publicUrl}/invite/verify/${secret}`;
  await enqueueMail(service, tx, {
    organizationId,
    kind: "recipientInvite",
    recipient: email,
    letter: letterOf({ payer, name, link }),
    senderId: userId,
  });
  await recordAudit(service, tx, {
    organizationId,
    actor: actorOf(caller),
    entries: [
      {
        action: "accountValidation.start",
        resourceType: "recipient",
        resourceId: recipientId,
        after: {
          validationId,
          method: "microDeposits",
          accountId,
          email,
          transactionIds: deposits.map(({ transactionId }) => transactionId),
        },
      },
    ],
  });
}

const letterOf = ({ payer, name, link }: { payer: string; name: string; link: string }): Letter => ({
  subject: `${payer} is checking your bank details`,
  paragraphs: [
    `Hello ${name},`,
    `${payer} has sent two small deposits, each below $1.00, to the bank account on file for you. They arrive within three banking days, described ACCTVERIFY.`,
    "When you see both, open this page and enter the two amounts. This shows that the account is yours, so that your payments reach you.",
  ],
  link: { label: "Enter the two amounts", url: link },
  footer: `The link works for fourteen days. If you do not know ${payer}, or did not expect this, ignore this email. Nobody needs to know the amounts but this page: never send them by email or tell them on the phone.`,
});
