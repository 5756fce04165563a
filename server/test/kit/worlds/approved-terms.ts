import assert from "node:assert/strict";
import type { PaymentInstruction, Rail } from "#bank/rails";
import { canonicalJson } from "#kernel/values/canonical-json.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { runScheduledPayments } from "#payments/approvals";
import { runHandOver, submitNow } from "#payments/payments";
import { inject, type TestOrganization, type TestWorld } from "../service/full-app.ts";
import { recordingRail } from "../service/recording-rail.ts";
import { paymentRequest } from "./approvals.ts";
import { browse, newPerson, provedIn, type TestPerson } from "./people.ts";

/** Someone with a session. */
export interface Insider extends TestPerson {
  readonly cookie: string;
}

type Shown = Readonly<Record<string, string | number | null>>;

const lineOf = (address: unknown): string | null =>
  address === null || address === undefined
    ? null
    : ["address1", "address2", "city", "region", "postalCode", "country"]
        .map((name) => (address as Record<string, unknown>)[name])
        .filter((part) => typeof part === "string" && part !== "")
        .join(", ");

/** The terms that the bank received, in the form that approvers see. */
export const receivedTerms = ({ recipientName, routing, ...sent }: PaymentInstruction): Shown => ({
  name: recipientName,
  accountNumber: routing.accountNumber === undefined ? null : `••••${routing.accountNumber.slice(-4)}`,
  routingNumber: routing.routingNumber ?? null,
  accountType: routing.electronicAccountType ?? null,
  bankName: routing.bankName ?? null,
  swiftCode: routing.swiftCode ?? null,
  nationalBankCode: routing.nationalBankCode ?? null,
  correspondentSwiftCode: routing.correspondentSwiftCode ?? null,
  address: lineOf(routing.address),
  amount: Number(sent.amountMinor) / 100,
  method: sent.method,
  memo: sent.externalMemo,
  achFields: canonicalJson({ ofPayment: sent.achFields, ofRecipient: routing.achFields ?? null }),
});

/**
 * One organization whose payments need approval, seen only through the API, and a bank that records what it receives.
 */
export async function openApprovedTerms(world: TestWorld) {
  const { app, service } = world;
  const organization: TestOrganization = await world.newOrganization();
  const organizationId: OrganizationId = organization.organizationId;
  await organization.deposit(organization.accountId, 1_000_000_00n);
  const bank = recordingRail();
  const url = `/recipient/${organization.recipientId}`;
  const review = (requestId: string, { cookie }: Insider) =>
    browse(app, { url: `/request-send-money/${requestId}/review`, cookie });
  const reviewOf = async (requestId: string, by: Insider) => (await review(requestId, by)).body;
  return {
    organization,
    /** What the bank received for this organization's payments. */
    received: () => bank.received.filter((instruction) => instruction.organizationId === organizationId),
    url,
    insider: async (role: "administrator" | "approver" | "bookkeeper" = "administrator"): Promise<Insider> => {
      const person = await newPerson(world, organizationId, { role });
      return { ...person, cookie: await provedIn(app, person) };
    },
    tokenOf: ({ userId }: Insider) => organization.newToken({ actor: { type: "user", id: userId } }),
    ask: async (more: Readonly<Record<string, unknown>> = {}, token = organization.token): Promise<string> => {
      const asked = await inject(app, token, paymentRequest(organization, more));
      assert.equal(asked.status, 200, asked.text);
      return asked.body.requestId;
    },
    edit: (by: Insider | string, body: object) =>
      typeof by === "string" ? inject(app, by, { url, body }) : browse(app, { url, cookie: by.cookie, body }),
    reviewOf,
    /** The terms that the person sees, and the request's version. */
    look: async (requestId: string, by: Insider) => {
      const { request, payee } = await reviewOf(requestId, by);
      const shown: Shown = {
        name: payee.name,
        ...payee.details,
        amount: request.amount,
        method: request.paymentMethod,
        memo: request.memo,
        achFields: canonicalJson({
          ofPayment: request.achFields ?? null,
          ofRecipient: payee.details?.achFields ?? null,
        }),
      };
      return { version: request.version as number, sendOn: request.scheduledSendDate as string | null, shown };
    },
    /** The status after the approval, or the refusal code, also of looking at the request. */
    approve: async (requestId: string, by: Insider, version?: number): Promise<string> => {
      const reviewed = version === undefined ? await review(requestId, by) : undefined;
      if (reviewed?.code !== undefined) return reviewed.code;
      const named = version ?? reviewed?.body.request.version;
      const answer = await browse(app, {
        url: `/request-send-money/${requestId}/approve`,
        cookie: by.cookie,
        body: { version: named },
      });
      return answer.code ?? answer.body.status;
    },
    changes: async ({ cookie }: Insider) => (await browse(app, { url: `${url}/changes`, cookie })).body.changes,
    decideChange: (changeId: string, { cookie }: Insider, verb: "confirm" | "decline" = "confirm") =>
      browse(app, { method: "POST", url: `${url}/changes/${changeId}/${verb}`, cookie }),
    payDue: () => runScheduledPayments(service),
    /** Hands every accepted payment to the bank, except those that do not verify, and returns how many those are. */
    handOver: async (rail: Rail = bank): Promise<number> => {
      let unverified = 0;
      await submitNow(service, organizationId);
      await runHandOver(service, rail, { onUnverified: (count) => (unverified += count) });
      return unverified;
    },
  };
}

export type ApprovedTerms = Awaited<ReturnType<typeof openApprovedTerms>>;
