import assert from "node:assert/strict";
import { waiveSecondFactor } from "#records/identity";
import type { TestOrganization, TestWorld } from "../service/full-app.ts";
import { browse, newPerson, signedIn, type TestPerson } from "../worlds/people.ts";
import { occurrenceRows } from "./recurring.queries.ts";

/** A weekly payment of $100 to the organization's recipient. */
export const recurringBody = (
  { accountId, recipientId }: Pick<TestOrganization, "accountId" | "recipientId">,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  accountId,
  recipientId,
  amount: 100,
  paymentMethod: "ach",
  externalMemo: "Cleaning",
  frequency: "weekly",
  startOn: "2026-12-04",
  ...more,
});

/** Calls as a person, signed in again whenever the clock has moved, because sessions end. */
export function callsAs(world: TestWorld, person: TestPerson) {
  let signed: { readonly at: number; readonly cookie: Promise<string> } | undefined;
  return async (url: string, body?: unknown) => {
    const at = world.clock.now().getTime();
    if (signed?.at !== at) signed = { at, cookie: signedIn(world.app, person) };
    return browse(world.app, { url, cookie: await signed.cookie, ...(body === undefined ? {} : { body }) });
  };
}

/** Sets up a recurring payment as a bookkeeper and returns it, with the calls of its requester. */
export async function newRecurring(
  world: TestWorld,
  organization: TestOrganization,
  more: Readonly<Record<string, unknown>> = {},
) {
  // The clock of these stories moves further than users may go without a second factor.
  await world.service.database.transaction((tx) => waiveSecondFactor(tx, organization.organizationId));
  const person = await newPerson(world, organization.organizationId, { role: "bookkeeper" });
  const call = callsAs(world, person);
  const answer = await call("/recurring-payments", recurringBody(organization, more));
  assert.equal(answer.status, 200, answer.text);
  return { id: String(answer.body.id), body: answer.body, person, call };
}

/** The occurrences with a row, in the order in which they were requested, as `day state: day of the request`. */
export async function occurrencesOf(world: TestWorld, recurringPaymentId: string): Promise<readonly string[]> {
  const rows = await occurrenceRows(world.owner(), recurringPaymentId);
  return rows.map(({ day, state, send_on: sendOn }) => `${day} ${state}${sendOn === null ? "" : `: ${sendOn}`}`);
}
