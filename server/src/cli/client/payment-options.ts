import { randomUUID } from "node:crypto";
import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { type Command, Option } from "commander";
import { dollarsFromMinor, minorFromText } from "#kernel/values/money.ts";
import { CommandRefused, type Options, type Outcome, WrongUsage } from "../action.ts";
import { asDollars, dayInNewYork } from "../output.ts";
import { accountOption, dryRunOption, memoOption, noteOption } from "../settings-options.ts";
import { answerBody, NoAnswer, type WholeApiClient } from "./api-client.ts";
import { idNamed, namedAccounts, namedRecipients } from "./named.ts";

/** The options of a payment and of a request for one. */
export const withPaymentOptions = (command: Command): Command =>
  command
    .requiredOption(...accountOption)
    .requiredOption("--recipient <recipient>", "the recipient, by its ID or name")
    .requiredOption("--amount <dollars>", "the amount")
    .addOption(new Option("--method <method>", "the payment method").choices(paymentMethods).makeOptionMandatory())
    .option(...memoOption)
    .option(...noteOption)
    .option("--purpose <purpose>", "what it is for, which international wires need")
    .option("--key <key>", "the idempotency key, which makes it safe to run the command again; a new one by default")
    .option(...dryRunOption);

const route = { transaction: "transactions", request: "request-send-money" } as const;

interface Preview {
  readonly numberOfApproversRequired: number;
  readonly leavesAt: string;
  readonly estimatedDeliveryDate: string;
  readonly fee: number;
  readonly balanceAfter: number | null;
  readonly warnings: readonly { readonly message: string }[];
}

/** Makes a payment or requests one, or shows what would happen. */
export async function pay(
  client: WholeApiClient,
  options: Options,
  { kind, more = {} }: { readonly kind: keyof typeof route; readonly more?: object },
): Promise<Outcome> {
  const text = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
  const amountMinor = minorFromText(text("amount") ?? "");
  if (amountMinor === undefined)
    throw new WrongUsage(`"${text("amount")}" is not a valid amount. Use dollars, such as 1234.50.`);
  const accountId = await idNamed(client, namedAccounts, text("account") ?? "");
  const recipientId = await idNamed(client, namedRecipients, text("recipient") ?? "");
  const key = text("key") ?? randomUUID();
  const path = `/account/${encodeURIComponent(accountId)}/${route[kind]}`;
  const body = {
    recipientId,
    amount: dollarsFromMinor(amountMinor),
    paymentMethod: text("method"),
    externalMemo: text("memo"),
    note: text("note"),
    purpose: text("purpose"),
    ...more,
    idempotencyKey: key,
  };
  if (options["dryRun"] === true)
    return previewed(answerBody<Preview>(await client.post(`${path}/preview`, "warnings", body)));
  const answer = await client.post(path, "status", body).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    const unknown = `It is unknown whether the payment was accepted. Run the command again with --key ${key}: it is made once.`;
    throw new CommandRefused(`${error.message} ${unknown}`, undefined);
  });
  const made = answerBody<Readonly<Record<string, string>>>(answer);
  const id = made["id"] ?? made["requestId"];
  const before = answer.isReplay ? " It was made by an earlier request with this key." : "";
  return {
    json: made,
    text: `The ${kind === "request" ? "approval request" : "payment"} ${id} is ${made["status"]}.${before}`,
  };
}

function previewed(preview: Preview): Outcome {
  const { numberOfApproversRequired: approvers, fee, balanceAfter, warnings } = preview;
  const lines = [
    `Leaves: ${dayInNewYork(preview.leavesAt)}. Arrives: ${dayInNewYork(preview.estimatedDeliveryDate)}. Fee: $${asDollars(fee)}.`,
    approvers === 0 ? "No approval is needed." : `Approvers needed: ${approvers}.`,
    ...(balanceAfter === null ? [] : [`Balance after payment: $${asDollars(balanceAfter)}.`]),
    ...warnings.map(({ message }) => `Warning: ${message}`),
    "Nothing was paid.",
  ];
  return { json: preview, text: lines.join("\n") };
}
