import { type Command, InvalidArgumentError } from "commander";
import type { ShownAnswer, ShownRequest } from "#administration/commands/sandbox-commands.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { action } from "./action.ts";
import { administer } from "./administer.ts";
import type { Terminal } from "./output.ts";
import { withSettings } from "./settings-options.ts";

const answers = [
  { verb: "settle", outcome: "confirmed", meaning: "the bank confirms a payment: it becomes sent" },
  { verb: "fail", outcome: "rejected", meaning: "the bank rejects a payment: it becomes failed" },
  { verb: "return", outcome: "returned", meaning: "the network returns a sent payment: it becomes reversed" },
  { verb: "block", outcome: "blocked", meaning: "screening blocks a payment: it becomes blocked" },
] as const;

/** `bursar sandbox advance|reset-clock|settle|fail|return|block|approve|deposit`. */
export function sandboxCommand(program: Command, terminal: Terminal): void {
  const group = program
    .command("sandbox")
    .description("the simulated environment of sandbox mode: time, the bank, deposits");
  const sub = (name: string, description: string) =>
    withSettings(group.command(name).description(description).option("--json", "as JSON"), { shown: false });

  const advance = sub("advance", "move time forward; everything that becomes due happens at its own time")
    .option("--hours <hours>", "by this many hours", hoursOf)
    .option("--to <instant>", "to this instant");
  action(advance, terminal, async (own, options) => {
    if ((options["hours"] === undefined) === (options["to"] === undefined))
      throw invalidRequest([{ path: "--hours", message: " or --to is required, but not both" }]);
    const moved = await administer<{ now: string; steps: number }>(own, "sandbox.advance", {
      hours: options["hours"],
      to: options["to"],
    });
    return {
      json: moved,
      text: `It is ${moved.now}. Something was due at ${moved.steps} instants on the way.`,
    };
  });

  action(sub("reset-clock", "reset the clock to the machine's time"), terminal, async (own) => {
    const reset = await administer<{ now: string }>(own, "sandbox.resetClock", {});
    return { json: reset, text: `It is ${reset.now}.` };
  });

  for (const { verb, outcome, meaning } of answers) {
    const command = sub(verb, meaning)
      .argument("<transaction-id>", "the payment")
      .option("--org <organization>", "its id or name")
      .option("--code <code>", "the network's reason code, such as R03");
    action(command, terminal, async (own, options, [transactionId]) => {
      const answered = await administer<ShownAnswer>(own, "sandbox.answer", {
        organization: options["org"],
        transactionId,
        outcome,
        code: options["code"],
      });
      return {
        json: answered,
        text: `${answered.transactionId} is ${answered.status}${answered.reasonForFailure === null ? "" : `: ${answered.reasonForFailure}`}`,
      };
    });
  }

  approveCommand(sub, terminal);

  const deposit = sub("deposit", "deposit money into an account")
    .argument("<account-id>", "the receiving account")
    .argument("<dollars>", "the amount")
    .option("--org <organization>", "its id or name")
    .option("--name <name>", "the payer", "Sandbox deposit")
    .option("--memo <text>", "what the payer wrote, such as an invoice number");
  action(deposit, terminal, async (own, options, [accountId, amount]) => {
    const made = await administer<{ transactionId: string }>(own, "sandbox.deposit", {
      organization: options["org"],
      accountId,
      amount,
      name: options["name"],
      memo: options["memo"],
    });
    return { json: made, text: `Deposited: transaction ${made.transactionId}` };
  });
}

function approveCommand(sub: (name: string, description: string) => Command, terminal: Terminal): void {
  const approve = sub("approve", "approve a request for a payment or transfer as a user")
    .argument("<request-id>", "the request")
    .option("--org <organization>", "its id or name")
    .option("--user <email>", "the approver; by default, the first user who may approve");
  action(approve, terminal, async (own, options, [requestId]) => {
    const request = await administer<ShownRequest>(own, "sandbox.approve", {
      organization: options["org"],
      requestId,
      userEmail: options["user"],
    });
    return {
      json: request,
      text: `${request.requestId} is ${request.status}${request.transactionId === null ? "" : `: transaction ${request.transactionId}`}`,
    };
  });
}

function hoursOf(text: string): number {
  const hours = Number(text);
  if (!Number.isFinite(hours) || hours < 0) throw new InvalidArgumentError("It must be a number of hours.");
  return hours;
}
