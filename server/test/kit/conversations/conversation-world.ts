import assert from "node:assert/strict";
import { openWorld } from "../service/full-app.ts";
import { paymentRequest } from "../worlds/approvals.ts";
import { type BrowserCall, browse, newPerson, signedIn, type TestPerson } from "../worlds/people.ts";

type Rights = Parameters<typeof newPerson>[2];

/** Who takes part: Dan requests payments, Ben and Cleo approve them, Vic reads, and Tom sees only transactions. */
const cast = {
  ada: { role: "administrator" },
  ben: { role: "approver" },
  cleo: { role: "approver" },
  dan: { role: "bookkeeper" },
  vic: { role: "viewer" },
  tom: { role: "custom", customPermissions: ["fetchTransactions"] },
} as const satisfies Record<string, Rights>;
export type Name = keyof typeof cast;

interface Asked {
  readonly requestId: string;
  readonly version: number;
}

/** An organization with money and these users, each signed in. */
export async function openConversations() {
  const world = await openWorld();
  const organization = await world.newOrganization();
  await organization.deposit(organization.accountId, 100_000_00n);
  const people = new Map<Name, TestPerson & { readonly cookie: string }>();
  for (const [name, rights] of Object.entries(cast) as [Name, Rights][]) {
    const person = await newPerson(world, organization.organizationId, { ...rights, email: `${name}@example.com` });
    people.set(name, { ...person, cookie: await signedIn(world.app, person) });
  }
  const personOf = (name: Name) => people.get(name) ?? assert.fail(name);
  const send = (name: Name, call: Omit<BrowserCall, "cookie">) =>
    browse(world.app, { ...call, cookie: personOf(name).cookie });
  let amount = 0;
  return {
    world,
    organization,
    personOf,
    idOf: (name: Name) => personOf(name).userId,
    send,
    close: () => world.close(),
    /** Requests a payment of an amount of its own. */
    request: async (name: Name = "dan", more: Readonly<Record<string, unknown>> = {}): Promise<Asked> => {
      const answer = await send(name, paymentRequest(organization, { amount: ++amount, ...more }));
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    comment: (name: Name, requestId: string, text: string, more = {}) =>
      send(name, { url: `/approvals/${requestId}/comments`, body: { text, ...more } }),
    ask: (name: Name, requestId: string, text = "Which invoice?", more = {}) =>
      send(name, { url: `/approvals/${requestId}/question`, body: { text, ...more } }),
    answer: (name: Name, requestId: string, text = "Invoice 43.", more = {}) =>
      send(name, { url: `/approvals/${requestId}/answer`, body: { text, ...more } }),
    withdrawQuestion: (name: Name, requestId: string) =>
      send(name, { method: "POST", url: `/approvals/${requestId}/question/withdraw` }),
    decide: (name: Name, verb: "approve" | "reject" | "withdraw", { requestId, version }: Asked) =>
      send(name, {
        url: `/request-send-money/${requestId}/${verb}`,
        body: { version, ...(verb === "reject" ? { reason: "No answer" } : {}) },
      }),
    review: async (name: Name, requestId: string) => {
      const answer = await send(name, { url: `/approvals/${requestId}/review` });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    /** The conversation of a page, oldest first, as kind and text. */
    said: async (name: Name, path: string): Promise<readonly string[]> => {
      const answer = await send(name, { url: `${path}/comments` });
      assert.equal(answer.status, 200, answer.text);
      const comments: readonly { readonly kind: string; readonly text: string | null }[] = answer.body.comments;
      return comments.map(({ kind: what, text }) => (what === "comment" ? `${text}` : `${what}: ${text}`));
    },
    /** The emails to a user, newest first. */
    mailsTo: async (name: Name) => {
      const { body } = await send("ada", { url: "/sandbox/emails?order=desc&limit=200" });
      const mails: readonly { readonly id: string; readonly to: string }[] = body.emails;
      const own = mails.filter(({ to }) => to === personOf(name).email);
      return Promise.all(own.map(async ({ id }) => (await send("ada", { url: `/sandbox/emails/${id}` })).body as Mail));
    },
  };
}
export type Conversations = Awaited<ReturnType<typeof openConversations>>;

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The status and the code of a refusal. */
export const refused = async (
  answer: Promise<{ readonly status: number; readonly code: string | undefined; readonly text: string }>,
) => {
  const { status, code, text } = await answer;
  assert.ok(status >= 400, text);
  return [status, code];
};
