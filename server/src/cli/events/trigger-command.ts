import { randomInt, randomUUID } from "node:crypto";
import { Argument, type Command } from "commander";
import { dollarsFromMinor, minorFromText } from "#kernel/values/money.ts";
import { action, CommandRefused, type Options, type Outcome, WrongUsage } from "../action.ts";
import { answerBody, type WholeApiClient } from "../client/api-client.ts";
import { clientOf, withClientOptions } from "../client/client-of.ts";
import type { OwnToken } from "../client/login-command.ts";
import { idNamed, namedAccounts, namedRecipients } from "../client/named.ts";
import type { ApiItem } from "../client/pages.ts";
import { asDollars, type Terminal } from "../output.ts";
import { accountOption, commandIn } from "../settings-options.ts";

/** One request to the sandbox. `{id}` is that of what the first step made. */
interface Step {
  readonly path: string;
  readonly body?: "payment" | "deposit" | "code";
}

interface Simulation {
  readonly steps: readonly Step[];
  /** The events that follow; none for approval requests, which have no events. */
  readonly events: readonly string[];
}

const PAYMENT: Step = { path: "/account/{account}/transactions", body: "payment" };
const REQUEST: Step = { path: "/account/{account}/request-send-money", body: "payment" };
const DEPOSIT: Step = { path: "/sandbox/accounts/{account}/deposit", body: "deposit" };
const answer = (verb: string): Step => ({
  path: `/sandbox/transactions/{id}/${verb}`,
  ...(verb === "settle" ? {} : { body: "code" }),
});
const decision = (verb: string): Step => ({ path: `/sandbox/request-send-money/{id}/${verb}` });
const [CREATED, UPDATED] = ["transaction.created", "transaction.updated"];

/** What can be made to happen in the sandbox; each begins with something new, so that it can be repeated. */
export const simulations = {
  "payment.created": { steps: [PAYMENT], events: [CREATED] },
  "payment.sent": { steps: [PAYMENT, answer("settle")], events: [CREATED, UPDATED] },
  "payment.failed": { steps: [PAYMENT, answer("fail")], events: [CREATED, UPDATED] },
  "payment.blocked": { steps: [PAYMENT, answer("block")], events: [CREATED, UPDATED] },
  "payment.returned": { steps: [PAYMENT, answer("settle"), answer("return")], events: [CREATED, UPDATED, UPDATED] },
  "payment.cancelled": { steps: [PAYMENT, { path: "/transaction/{id}/cancel" }], events: [CREATED, UPDATED] },
  "request.created": { steps: [REQUEST], events: [] },
  "request.approved": { steps: [REQUEST, decision("approve")], events: [CREATED] },
  "request.rejected": { steps: [REQUEST, decision("reject")], events: [] },
  "deposit.received": { steps: [DEPOSIT], events: [CREATED] },
  "deposit.returned": { steps: [DEPOSIT, answer("return")], events: [CREATED, CREATED] },
} as const satisfies Readonly<Record<string, Simulation>>;

/** `bursar trigger payment.returned` and its kin: makes something happen in the sandbox, for tests of webhooks. */
export function triggerCommand(program: Command, terminal: Terminal): void {
  const command = withClientOptions(
    commandIn(program, {
      name: "trigger",
      description: "make something happen in the sandbox, such as a payment that is returned, with its events",
      examples: [
        "bursar trigger payment.returned",
        "bursar trigger payment.failed --code R03 --amount 250",
        'bursar trigger request.approved --account Operating --recipient "Tern Packaging Co."',
      ],
    }),
  )
    .addArgument(new Argument("<event>", "what happens").choices(Object.keys(simulations)))
    .option(...accountOption)
    .option("--recipient <recipient>", "the recipient, by its ID or name")
    .option("--amount <dollars>", "the amount")
    .option("--code <code>", "the network's reason code, such as R03");
  action(command, terminal, async (own, options, [name = ""]) => {
    const client = clientOf(own, options);
    const { mode } = answerBody<OwnToken>(await client.get("/token", "scopes"));
    if (mode !== "sandbox")
      throw new CommandRefused(`${client.url} is not a sandbox: nothing is simulated there.`, undefined);
    return trigger(client, name as keyof typeof simulations, options);
  });
}

async function trigger(client: WholeApiClient, name: keyof typeof simulations, options: Options): Promise<Outcome> {
  const { steps, events }: Simulation = simulations[name];
  const subject = await subjectOf(client, options, steps[0]?.body === "payment");
  let made: ApiItem = {};
  let id = "";
  for (const { path, body } of steps) {
    const filled = path
      .replace("{account}", encodeURIComponent(subject.accountId))
      .replace("{id}", encodeURIComponent(id));
    const { code } = options;
    const bodies = { payment: subject.payment, deposit: subject.deposit, code: code === undefined ? {} : { code } };
    made = answerBody<ApiItem>(await client.post(filled, "status", body === undefined ? {} : bodies[body]));
    // The first step's: a returned deposit is another transaction.
    id ||= String(made["id"] ?? made["requestId"]);
  }
  const status = String(made["status"]);
  const [what, verb] = name.split(".");
  const caused = events.length === 0 ? "Approval requests have no events." : `Events: ${events.join(", ")}.`;
  return {
    json: { event: name, id, status, amount: subject.amount, events, resource: made },
    text: `The ${what} ${id} of $${asDollars(subject.amount)} was ${verb}. ${caused}`,
  };
}

/** Whom it is about: by default, the first account and the first recipient that can be paid by ACH. */
async function subjectOf(client: WholeApiClient, options: Options, needsRecipient: boolean) {
  const text = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
  const [account, recipient, given] = [text("account"), text("recipient"), text("amount")];
  // Equal payments to one recipient would be duplicates, which are refused.
  const amountMinor = given === undefined ? BigInt(randomInt(1_00, 100_00)) : minorFromText(given);
  if (amountMinor === undefined)
    throw new WrongUsage(`"${given}" is not a valid amount. Use dollars, such as 1234.50.`);
  const accountId = account === undefined ? await firstAccount(client) : await idNamed(client, namedAccounts, account);
  const amount = dollarsFromMinor(amountMinor);
  const recipientId = !needsRecipient
    ? undefined
    : recipient === undefined
      ? await firstRecipient(client)
      : await idNamed(client, namedRecipients, recipient);
  const idempotencyKey = randomUUID();
  return {
    accountId,
    amount,
    payment: { recipientId, amount, paymentMethod: "ach", externalMemo: "bursar trigger", idempotencyKey },
    deposit: { amount, name: "bursar trigger", idempotencyKey },
  };
}

async function firstAccount(client: WholeApiClient): Promise<string> {
  const { accounts } = answerBody<{ readonly accounts: readonly ApiItem[] }>(await client.get("/accounts", "accounts"));
  const [first] = accounts.filter(({ canSendPayments }) => canSendPayments === true);
  if (first === undefined)
    throw new CommandRefused("There is no account that can pay. Name one with --account.", undefined);
  return String(first["id"]);
}

async function firstRecipient(client: WholeApiClient): Promise<string> {
  const page = answerBody<{ readonly recipients: readonly ApiItem[] }>(await client.get("/recipients", "recipients"));
  const [first] = page.recipients.filter(({ payableBy }) => Array.isArray(payableBy) && payableBy.includes("ach"));
  if (first === undefined)
    throw new CommandRefused("There is no recipient who can be paid by ACH. Name one with --recipient.", undefined);
  return String(first["id"]);
}
