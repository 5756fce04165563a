import { existsSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import { newWebhookSecret } from "#kernel/crypto/delivery-signatures.ts";
import { action, WrongUsage } from "../action.ts";
import { apiClient } from "../client/api-client.ts";
import { accessOf, withClientOptions } from "../client/client-of.ts";
import { fileText } from "../input-file.ts";
import { count, paint, type Terminal } from "../output.ts";
import { commandIn } from "../settings-options.ts";
import { isSystemError, systemProblem } from "../system-problem.ts";
import { type Event, eventChanges, eventColor, eventsOption, isOfType, timeText, typeOf } from "./event.ts";
import { followEvents } from "./follow-events.ts";
import { createForwarder, type ForwardAttempt } from "./forward.ts";

/** `bursar listen --forward-to URL`: webhooks for a program that the service cannot reach, such as one on a laptop. */
export function listenCommand(program: Command, terminal: Terminal): void {
  const command = withClientOptions(
    commandIn(program, {
      name: "listen",
      description:
        "show events as they happen, and forward them to a program on this machine, signed as webhooks are, until Ctrl-C",
      examples: [
        "bursar listen --forward-to http://localhost:3000/hooks",
        "bursar listen --forward-to http://localhost:3000/hooks --secret-file webhook-secret.txt",
        "bursar listen --events transaction.updated --json",
      ],
    })
      .option("--forward-to <address>", "where events are sent to, such as http://localhost:3000/hooks")
      .option("--secret-file <path>", "a file with the secret that signs them; made if there is none")
      .addOption(eventsOption()),
  );
  action(command, terminal, async (own, options) => {
    const { forwardTo, secretFile } = options;
    const url = typeof forwardTo === "string" ? receiver(forwardTo) : undefined;
    const secret = typeof secretFile === "string" ? secretIn(secretFile) : newWebhookSecret();
    const signal = own.interruption?.();
    // Its own repetitions would only delay the next look.
    const client = apiClient({ ...accessOf(own, options), pausesMs: [], signal });
    const forwarder =
      url === undefined
        ? undefined
        : createForwarder({ url, secret, signal, report: (attempt) => reportAttempt(own, attempt, options.json) });
    let isReady = false;
    const onReady = () => {
      if (isReady) return;
      isReady = true;
      if (options.json && url !== undefined) own.print(JSON.stringify({ forwardTo: url, secret }));
      own.complain(readyText(client.url, url, secret));
    };
    for await (const event of followEvents(client, { signal, onNote: own.complain, onReady })) {
      if (!isOfType(event, options["events"])) continue;
      if (forwarder !== undefined) await forwarder.deliver(event);
      else if (options.json) own.print(JSON.stringify({ type: typeOf(event), event }));
      else own.print(eventLine(own, event));
    }
    const undelivered = (await forwarder?.idle()) ?? 0;
    if (undelivered > 0) own.complain(`${count(undelivered, "event")} not delivered.`);
    return {};
  });
}

function readyText(service: string, url: string | undefined, secret: string): string {
  if (url === undefined) return `Events of ${service} from now on. Ctrl-C ends it.`;
  return `Events of ${service} from now on go to ${url}. Ctrl-C ends it.\nThey are signed with this secret: ${secret}`;
}

/** An address to which events may be sent: they hold amounts and names. */
function receiver(text: string): string {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "")
    throw new WrongUsage(`--forward-to must be an http:// or https:// address, not "${text}".`);
  return url.href;
}

function secretIn(path: string): string {
  if (!existsSync(path)) {
    const secret = newWebhookSecret();
    try {
      writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: "wx" });
    } catch (error) {
      if (isSystemError(error)) throw new WrongUsage(`${path} cannot be written: ${systemProblem(error)}.`);
      throw error;
    }
    return secret;
  }
  const secret = fileText(path).trim();
  if (!/^whsec_[A-Za-z0-9+/]{43}=$/.test(secret))
    throw new WrongUsage(`${path} has no secret of a webhook, which begins with whsec_. Remove the file to get one.`);
  return secret;
}

const eventLine = (own: Terminal, event: Event): string =>
  [
    timeText(new Date()),
    typeOf(event).padEnd(20),
    event.resourceId,
    paint(eventChanges(event), eventColor(event), own.screen?.()),
  ].join("  ");

function reportAttempt(own: Terminal, attempt: ForwardAttempt, json: boolean | undefined): void {
  const { event, status, problem, ms, againInSeconds } = attempt;
  if (json) {
    own.print(JSON.stringify({ type: typeOf(event), ...attempt, problem: problem ?? null, status: status ?? null }));
    return;
  }
  const isDelivered = status !== undefined && status < 300;
  const answer = status === undefined ? (problem ?? "") : `${status} in ${ms} ms`;
  const next = isDelivered
    ? ""
    : againInSeconds === undefined
      ? " It is not sent again."
      : ` Again in ${againInSeconds} s.`;
  own.print(
    [
      timeText(new Date()),
      typeOf(event).padEnd(20),
      event.resourceId,
      paint(`→ ${answer}${next}`, isDelivered ? "green" : "red", own.screen?.()),
    ].join("  "),
  );
}
