import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, RecipientId } from "#kernel/values/ids.ts";
import type { PaymentInput, PreparedPayment } from "#payments/payments/send/payment.ts";
import { preparePayment } from "#payments/payments/send/prepare-payment.ts";
import { systemAccountId } from "#records/ledger";
import { vouchForRow } from "../proofs/vouch-for.ts";
import type { TestOrganization } from "../service/full-app.ts";
import * as queries from "./mixed-batches.queries.ts";
import { plainPayment } from "./pay.ts";

/** Every possible outcome of a payment in a call. */
export const kinds = [
  "accepted",
  "acceptedElsewhere",
  "acceptedWithDayLimit",
  "replayed",
  "duplicatePayment",
  "insufficientFunds",
  "recipientNotFound",
  "recipientCannotReceive",
  "bankDetailsCoolingOff",
  "tokenDayLimit",
  "accountNotFound",
  "accountCannotPay",
  "ledgerInDoubt",
] as const;
export type Kind = (typeof kinds)[number];

export const outcomeOf = (kind: Kind): string => (kind.startsWith("accepted") ? "accepted" : kind);

const ENOUGH_MINOR = 1_000_000_000_00n;
const TOO_MUCH_MINOR = 2_000_000_000_00n;

/** Builds payments that must have the given outcomes. */
export interface MixedBatches {
  /** `first` is the accepted payment that a repeat or duplicate refers to. */
  payment(kind: Kind, first?: PreparedPayment): PreparedPayment;
}

export async function openMixedBatches(service: Service, organization: TestOrganization): Promise<MixedBatches> {
  const { database } = service;
  const { organizationId } = organization;
  const elsewhere = await organization.newAccount("Elsewhere");
  const stopped = await organization.newAccount("Stopped");
  for (const accountId of [organization.accountId, elsewhere, stopped])
    await organization.deposit(accountId, ENOUGH_MINOR);
  await queries.stopAccount(database, organizationId, stopped);
  const external = (await database.transaction((tx) => systemAccountId(tx, organizationId, "external"))) as string;
  const changed = await organization.newRecipient("Changed");
  await queries.markDetailsChanged(database, organizationId, changed);
  await vouchForRow(service, { organizationId, table: "recipients", key: changed });
  const withoutCheck = await organization.newRecipient("No Checks");
  await queries.removeCheckDetails(database, organizationId, withoutCheck);
  await vouchForRow(service, { organizationId, table: "recipients", key: withoutCheck });
  let count = 0n;
  const like = (more: Partial<PaymentInput> = {}): PreparedPayment => {
    count += 1n;
    return preparePayment(service, { ...anyPayment(organization, count), ...more });
  };

  const made: Readonly<Record<Exclude<Kind, "replayed" | "duplicatePayment">, () => PreparedPayment>> = {
    accepted: () => like(),
    acceptedElsewhere: () => like({ accountId: elsewhere }),
    acceptedWithDayLimit: () => like({ limitPerDayMinor: ENOUGH_MINOR }),
    insufficientFunds: () => like({ amountMinor: TOO_MUCH_MINOR + count }),
    recipientNotFound: () => like({ recipientId: randomUUID() as RecipientId }),
    recipientCannotReceive: () => like({ recipientId: withoutCheck, method: "check" }),
    bankDetailsCoolingOff: () => like({ recipientId: changed }),
    tokenDayLimit: () => like({ limitPerDayMinor: 1n }),
    accountNotFound: () => like({ accountId: randomUUID() as AccountId }),
    accountCannotPay: () => like({ accountId: external as AccountId }),
    ledgerInDoubt: () => like({ accountId: stopped }),
  };
  return {
    payment: (kind, first) => {
      if (kind !== "replayed" && kind !== "duplicatePayment") return made[kind]();
      assert.ok(first, "a repeat has an earlier payment");
      const { accountId, recipientId, amountMinor, method } = first;
      const same = { accountId, recipientId, amountMinor, method };
      return kind === "replayed" ? like({ ...same, keyDigest: first.keyDigest }) : like(same);
    },
  };
}

/** A unique payment, accepted unless something in it is changed. */
const anyPayment = (organization: TestOrganization, count: bigint): PaymentInput => ({
  ...plainPayment(organization),
  amountMinor: 1_00n + count,
  externalMemo: `memo "${count}"`,
  keyDigest: digestOf(`key ${count}`),
  guardHours: 24,
  coolingOffHours: 24,
  tokenId: organization.tokenId,
  address: "192.0.2.1",
  httpRequestId: `request-${count}`,
});

function digestOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}
