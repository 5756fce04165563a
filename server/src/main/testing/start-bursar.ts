import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PACKAGE_FOLDER } from "#kernel/process/package-folder.ts";
import { type ApprovalControl, approvalControlOf } from "./approvals.ts";
import { type Bank, bankOf } from "./bank.ts";
import { type Call, openCalls } from "./call.ts";
import { type ClockControl, clockOf } from "./clock.ts";
import { startReceiver, type Webhooks, type WebhookType } from "./webhooks.ts";

export type { ApprovalControl } from "./approvals.ts";
export type { AnswerReason, Bank, NextPayment, SandboxTransaction, TestNumber } from "./bank.ts";
export type { ClockControl } from "./clock.ts";
export type { ExpectedWebhook, WebhookEvent, Webhooks, WebhookType } from "./webhooks.ts";

/** The line that `bursar serve --ephemeral` prints when it is ready. */
export interface Ready {
  /** Of the API, for example `http://127.0.0.1:23210/api/v1`. */
  readonly baseUrl: string;
  readonly organizationId: string;
  /** They sign in to the dashboard with these passwords. */
  readonly users: readonly { readonly email: string; readonly password: string; readonly role: string }[];
  readonly tokens: { readonly readOnly: string; readonly readWrite: string; readonly requestOnly: string };
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly kind: string }[];
  /** With the payment methods by which each can be paid. */
  readonly recipients: readonly { readonly id: string; readonly name: string; readonly methods: readonly string[] }[];
  /** The process to end with SIGTERM. */
  readonly pid: number;
}

export interface StartOptions {
  /** With `virtual`, time moves only through `clock.advance`; `system` by default. */
  readonly clock?: "system" | "virtual";
  /**
   * The events that `webhooks` receives; those of transactions by default. With `false`, there is no webhook endpoint, and
   * `webhooks.next` and the answers to a next payment are not available.
   */
  readonly webhooks?: readonly WebhookType[] | false;
}

/** A service for tests, with the demo organization. */
export interface Bursar extends Ready {
  readonly clock: ClockControl;
  readonly bank: Bank;
  readonly approvals: ApprovalControl;
  readonly webhooks: Webhooks;
  /** Everything is as after the start: money, events, webhooks, tokens, idempotency keys, rate limits, the clock. */
  reset(): Promise<void>;
  /** Stops it; everything that it has stored is gone. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const TRANSACTION_EVENTS = ["transaction.created", "transaction.updated"] as const;

/**
 * Starts a sandbox in a process of its own, which ends with this process at the latest. The first start of a day takes a few
 * seconds longer than the others. Several can run at once: they share nothing.
 */
export async function startBursar({
  clock = "system",
  webhooks: eventTypes = TRANSACTION_EVENTS,
}: StartOptions = {}): Promise<Bursar> {
  const child = spawn(process.execPath, [join(PACKAGE_FOLDER, "bin/bursar.mjs"), "--ephemeral", "--clock", clock], {
    // It ends when its standard input does.
    stdio: ["pipe", "pipe", "pipe"],
    env: environment(),
  });
  const ended = once(child, "exit");
  // Written by the same version of the service.
  const ready = JSON.parse(await firstLine(child)) as Ready;
  letGo(child);
  const call = openCalls(ready);
  const receiver = await startReceiver();
  const listen = async (): Promise<void> => {
    if (eventTypes !== false) receiver.accept(await register(call, receiver.url, eventTypes));
  };
  await listen();
  const { webhooks } = receiver;
  const stop = async (): Promise<void> => {
    await receiver.close();
    child.ref();
    child.kill("SIGTERM");
    await ended;
  };
  return {
    ...ready,
    clock: clockOf(call),
    bank: bankOf(call, receiver.onEvent),
    approvals: approvalControlOf(call),
    webhooks,
    reset: async () => {
      receiver.ignore();
      await call("POST", "/sandbox/reset");
      webhooks.clear();
      await listen();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Of npm, this process may have variables that say who started it, which is not who starts the service. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== "npm_lifecycle_event"));

/** Returns the endpoint's secret. */
async function register(call: Call, url: string, eventTypes: readonly WebhookType[]): Promise<string> {
  const { secret } = await call<{ readonly secret: string }>("POST", "/webhooks", { url, eventTypes });
  return secret;
}

/** A service that nobody has stopped must not keep the tests' process running; it ends with it. */
function letGo(child: ChildProcess): void {
  child.unref();
  for (const stream of child.stdio) {
    stream?.on("error", () => undefined);
    // Pipes to a child are sockets, which are typed as streams.
    if (stream && "unref" in stream && typeof stream.unref === "function") stream.unref();
  }
  // Read, so that it can go on writing.
  child.stdout?.resume();
  child.stderr?.resume();
}

/** Throws with what the process has said if it ends before. */
async function firstLine(child: ChildProcess): Promise<string> {
  const errorOutput: string[] = [];
  child.stderr?.on("data", (text: Buffer) => errorOutput.push(text.toString()));
  if (child.stdout === null) throw new Error("The process's output is a pipe");
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise<string | undefined>((resolve) => {
    lines.once("line", resolve);
    lines.once("close", () => resolve(undefined));
  });
  lines.close();
  if (line !== undefined) return line;
  throw new Error(`Bursar did not start: ${errorOutput.join("").trim()}`);
}
