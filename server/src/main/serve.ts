import closeWithGrace from "close-with-grace";
import { SECOND_MS } from "#kernel/clock/clock.ts";
import type { ServerOptions } from "#kernel/embedded/open-embedded.ts";
import { readConfig } from "#kernel/process/config.ts";
import { createServiceLog } from "#kernel/process/log.ts";
import { surviveLostOutput } from "#kernel/process/lost-output.ts";
import { openService } from "./open-service.ts";
import type { Running } from "./start-serving.ts";

/** How long the process may take to finish its work, after it has served its last request, before it exits anyway. */
const SHUTDOWN_MS = 30_000;

/** Where the process that serves reads its settings, and writes. */
interface Console {
  readonly environment: Readonly<Partial<Record<string, string>>>;
  /** The welcome. */
  print(text: string): void;
  /** A line about the run. */
  complain(line: string): void;
}

export interface ServeOptions {
  /** Without it, a new sandbox begins like production: with a code for the first administrator. */
  readonly withDemo: boolean;
  /** What is printed when it is ready; the welcome by default. */
  readonly ready?: (running: Running) => string;
  /** After everything is closed. */
  readonly afterwards?: () => Promise<void>;
  /** For a test double, whose folder has a first state to return to: how its database's server differs. */
  readonly double?: ServerOptions;
}

/** Runs the service until it receives a signal. A second signal ends it at once. */
export async function serve(terminal: Console, { withDemo, ready, afterwards, double }: ServeOptions): Promise<void> {
  const config = readConfig(terminal.environment);
  const lost = surviveLostOutput();
  // The database is created, and its server started, while this process loads what it serves; both take about as long.
  // Loading keeps the process busy until it is done, so openService starts that program before it first waits.
  const opening = openService(config, createServiceLog(config), double === undefined ? {} : { server: double });
  const loaded = import("./start-serving.ts").catch(async (error: unknown) => {
    await opening.then(
      (opened) => opened.close(),
      () => undefined,
    );
    throw error;
  });
  const [opened, { startServing }] = await Promise.all([opening, loaded]);
  const running = await startServing(opened, { withDemo, lost, isDouble: double !== undefined });
  closeWithGrace(
    {
      delay: SHUTDOWN_MS + config.drainSeconds * SECOND_MS,
      logger: { error: (message: unknown) => terminal.complain(String(message)) },
    },
    async ({ signal, err }) => {
      if (err) terminal.complain(`The service ends because of a bug: ${err.stack ?? err.message}`);
      else terminal.complain(`Stopping (${signal ?? "requested"}): finishing accepted work. Repeat to end at once.`);
      await running.close();
      await afterwards?.();
    },
  );
  if (process.getuid?.() === 0)
    terminal.complain(
      "Warning: the service runs as root. Run it as a dedicated user that can write only to the data folder.",
    );
  // Printed last: a reader of the message may already send a signal. What reads JSON lines reads nothing else.
  if (ready !== undefined) terminal.print(ready(running));
  else if (config.logFormat === "json") terminal.complain(running.welcome);
  else terminal.print(running.welcome);
}
