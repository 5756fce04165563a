import type { Command } from "commander";
import { action } from "../action.ts";
import { apiClient } from "../client/api-client.ts";
import { accessOf, withClientOptions } from "../client/client-of.ts";
import { positiveNumber } from "../client/list-command.ts";
import { paint, type Terminal } from "../output.ts";
import { commandIn } from "../settings-options.ts";
import { type Event, eventChanges, eventColor, eventsOption, isOfType, typeOf } from "./event.ts";
import { followEvents, readLatest } from "./follow-events.ts";

/** `bursar logs`: what has happened to payments and balances. */
export function logsCommand(program: Command, terminal: Terminal): void {
  const command = withClientOptions(
    commandIn(program, {
      name: "logs",
      description: "show the latest events of the organization, and with --follow those that happen from now on",
      examples: ["bursar logs", "bursar logs --follow", "bursar logs --limit 200 --events transaction.updated --json"],
    })
      .option("--limit <number>", "at most this many", positiveNumber, 50)
      .option("--follow", "continue with new ones as they happen, until Ctrl-C")
      .addOption(eventsOption()),
  );
  action(command, terminal, async (own, options) => {
    const show = (event: Event): void => {
      if (!isOfType(event, options["events"])) return;
      own.print(options.json ? JSON.stringify({ type: typeOf(event), ...event }) : logLine(own, event));
    };
    const limit = Number(options["limit"]);
    const access = accessOf(own, options);
    if (options["follow"] !== true) {
      for (const event of await readLatest(apiClient(access), limit)) show(event);
      return {};
    }
    const signal = own.interruption?.();
    const following = { signal, past: limit, onNote: own.complain };
    for await (const event of followEvents(apiClient({ ...access, pausesMs: [], signal }), following)) show(event);
    return {};
  });
}

const logLine = (own: Terminal, event: Event): string =>
  [
    event.occurredAt,
    typeOf(event).padEnd(20),
    event.resourceId,
    paint(eventChanges(event), eventColor(event), own.screen?.()),
  ]
    .join("  ")
    .trimEnd();
