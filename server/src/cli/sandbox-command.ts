import { type Command, InvalidArgumentError, Option } from "commander";
import type { ShownAnswer, ShownRequest } from "#administration/commands/sandbox-commands.ts";
import { action, WrongUsage } from "./action.ts";
import { administer } from "./administer.ts";
import type { Terminal } from "./output.ts";
import { commandIn, memoOption, payerOption, type Subcommands, subcommandsOf } from "./settings-options.ts";

const answers = [
  { verb: "settle", outcome: "confirmed", meaning: "the bank confirms a payment: it becomes sent", code: undefined },
  { verb: "fail", outcome: "rejected", meaning: "the bank rejects a payment: it becomes failed", code: "R03" },
  {
    verb: "return",
    outcome: "returned",
    meaning: "the network returns a sent payment: it becomes reversed",
    code: "R01",
  },
  { verb: "block", outcome: "blocked", meaning: "screening blocks a payment: it becomes blocked", code: undefined },
] as const;

/** `bursar sandbox advance|reset-clock|settle|fail|return|block|approve|deposit`. */
export function sandboxCommand(program: Command, terminal: Terminal): void {
  const group = program
    .command("sandbox")
    .description("the simulated environment of sandbox mode: time, the bank, deposits");
  const sub = subcommandsOf(group);

  const advance = commandIn(group, {
    name: "advance",
    description: "move time forward; everything that becomes due happens at its own time",
    examples: ["bursar sandbox advance --hours 48", "bursar sandbox advance --to 2026-12-01T14:30:00Z"],
  })
    .option("--hours <hours>", "by this many hours", hoursOf)
    .option("--to <instant>", "to this instant");
  action(advance, terminal, async (own, options) => {
    if ((options["hours"] === undefined) === (options["to"] === undefined))
      throw new WrongUsage("Enter either --hours or --to.");
    const moved = await administer<{ now: string; steps: number }>(own, "sandbox.advance", {
      hours: options["hours"],
      to: options["to"],
    });
    return {
      json: moved,
      text: `It is ${moved.now}. Something was due at ${moved.steps} instants on the way.`,
    };
  });

  const resetClock = commandIn(group, {
    name: "reset-clock",
    description: "reset the clock to the machine's time",
    examples: ["bursar sandbox reset-clock"],
  });
  action(resetClock, terminal, async (own) => {
    const reset = await administer<{ now: string }>(own, "sandbox.resetClock", {});
    return { json: reset, text: `It is ${reset.now}.` };
  });

  for (const { verb, outcome, meaning, code } of answers) {
    const command = sub(verb, meaning, [
      `bursar sandbox ${verb} 01999999-0000-7000-8000-000000000000`,
      ...(code === undefined ? [] : [`bursar sandbox ${verb} 01999999-0000-7000-8000-000000000000 --code ${code}`]),
    ])
      .argument("<transaction-id>", "the payment")
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

  const deposit = sub("deposit", "deposit money into an account", [
    "bursar sandbox deposit 01999999-0000-7000-8000-000000000000 250.00",
    'bursar sandbox deposit 01999999-0000-7000-8000-000000000000 250.00 --payer "Tern Packaging Co." --memo "Invoice 7"',
  ])
    .argument("<account-id>", "the receiving account")
    .argument("<dollars>", "the amount")
    .addOption(payerOption().default("Sandbox deposit"))
    // Its name before it had the one that `bank simulate` has.
    .addOption(new Option("--name <name>").hideHelp())
    .option(...memoOption);
  action(deposit, terminal, async (own, options, [accountId, amount]) => {
    const made = await administer<{ transactionId: string }>(own, "sandbox.deposit", {
      organization: options["org"],
      accountId,
      amount,
      name: options["name"] ?? options["payer"],
      memo: options["memo"],
    });
    return { json: made, text: `Deposited: transaction ${made.transactionId}` };
  });
}

function approveCommand(sub: Subcommands, terminal: Terminal): void {
  const approve = sub("approve", "approve a request for a payment or transfer as a user", [
    "bursar sandbox approve 01999999-0000-7000-8000-000000000000",
    "bursar sandbox approve 01999999-0000-7000-8000-000000000000 --user approver@example.com",
  ])
    .argument("<request-id>", "the request")
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
