import assert from "node:assert/strict";
import type { Service } from "#kernel/process/service.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { runBatchDecisions } from "#payments/approvals";
import { inject, type TestOrganization, type TestWorld } from "../service/full-app.ts";
import { browse, newPerson, provedIn, signedIn, type TestPerson } from "../worlds/people.ts";

/** A person with a session that has just been confirmed by the password. */
export interface Signed extends TestPerson {
  readonly cookie: string;
}

/** `proved: false`: without the password being entered again. */
export async function newSigned(
  world: TestWorld,
  { organizationId }: Pick<TestOrganization, "organizationId">,
  { proved = true, ...rights }: NonNullable<Parameters<typeof newPerson>[2]> & { readonly proved?: boolean } = {},
): Promise<Signed> {
  const person = await newPerson(world, organizationId, rights);
  return { ...person, cookie: await (proved ? provedIn : signedIn)(world.app, person) };
}

/** Calls as a person. */
export const callsOfPerson =
  ({ app }: TestWorld, { cookie }: Pick<Signed, "cookie">) =>
  (url: string, body?: unknown) =>
    browse(app, { url, cookie, ...(body === undefined ? {} : { body }) });
export type PersonCalls = ReturnType<typeof callsOfPerson>;

interface BatchPlan {
  /** In dollars, one for each payment. */
  readonly amounts?: readonly number[];
  readonly name?: string;
  /** How many are announced, if not these. */
  readonly announced?: number;
  readonly submits?: boolean;
  /** Members of each payment. */
  readonly more?: Readonly<Record<string, unknown>>;
}

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;

/** A batch as a bookkeeper makes it: opened, filled with one request after the other, and submitted. */
export async function fillBatch(
  call: PersonCalls,
  organization: TestOrganization,
  {
    amounts = [10, 20, 30],
    name = "Supplier run",
    announced = amounts.length,
    submits = true,
    more = {},
  }: BatchPlan = {},
) {
  const opened = await call("/approval-batches", { name, announced: { count: announced, total: sum(amounts) } });
  assert.equal(opened.status, 201, opened.text);
  const { batchId } = opened.body as { batchId: string };
  const requestIds: string[] = [];
  for (const amount of amounts) {
    const answer = await requestIn(call, organization, { ...more, batchId, amount });
    assert.equal(answer.status, 200, answer.text);
    requestIds.push(answer.body.requestId);
  }
  if (submits) await submit(call, batchId, amounts);
  return { batchId, requestIds };
}

/** Requests one payment in a batch. */
export const requestIn = (
  call: PersonCalls,
  { accountId, recipientId }: TestOrganization,
  more: Readonly<Record<string, unknown>>,
) => call(`/account/${accountId}/request-send-money`, { recipientId, amount: 10, paymentMethod: "ach", ...more });

export async function submit(call: PersonCalls, batchId: string, amounts: readonly number[]): Promise<void> {
  const answer = await call(`/approval-batches/${batchId}/submit`, { count: amounts.length, total: sum(amounts) });
  assert.equal(answer.status, 200, answer.text);
}

/** The batch as the caller sees it now. */
export async function seenBatch(call: PersonCalls, batchId: string) {
  const answer = await call(`/approval-batches/${batchId}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Decides on what the caller sees now, or on the content given. */
export async function decideBatch(
  call: PersonCalls,
  batchId: string,
  { verb = "approve", ...body }: { readonly verb?: string; readonly content?: string; readonly reason?: string } = {},
) {
  const content = body.content ?? (await seenBatch(call, batchId)).evaluation?.content ?? "0".repeat(64);
  return call(`/approval-batches/${batchId}/${verb}`, { ...body, content });
}

/** Carries out all decisions. */
export const carryOut = (service: Service) =>
  acrossOrganizations(async () => {
    while ((await runBatchDecisions(service)) > 0);
  });

/** The emails so far about what waits for approval, oldest first. */
export async function mailsAbout({ app }: TestWorld, { token }: TestOrganization) {
  const { body } = await inject(app, token, { url: "/sandbox/emails" });
  const emails = body.emails as readonly { readonly to: string; readonly subject: string }[];
  return emails.filter(({ subject }) => subject.endsWith("waiting for approval"));
}
