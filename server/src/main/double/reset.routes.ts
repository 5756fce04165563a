import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { SECOND_MS } from "#kernel/clock/clock.ts";
import type { Api } from "#kernel/http/api.ts";
import { unavailable } from "#kernel/http/http-refusals.ts";
import { beginGeneration } from "#kernel/process/generations.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Workers } from "#kernel/work/worker.ts";
import type { PaymentWriter } from "#payments/payments";
import type { Courier } from "#reports/webhooks";
import { resetClock, type SandboxTools } from "#sandbox/sandbox";

/** What changes rows while the service runs. */
export interface Resetting {
  readonly service: Pick<Service, "database">;
  readonly sandbox: Pick<SandboxTools, "clock">;
  readonly writer: Pick<PaymentWriter, "drain">;
  readonly courier: Pick<Courier, "abandon">;
  /** Everything that runs in the background, in this process. */
  readonly workers: () => readonly Workers[];
  /** Puts rows and files back. Nothing else reads or writes meanwhile. */
  readonly restore: () => Promise<void>;
}

const PATH = "/sandbox/reset";
/** How long statements may take that nobody waits for, such as those of a client that has disconnected. */
const QUIET_MS_MAX = 10 * SECOND_MS;

/**
 * `POST /sandbox/reset`: back to the state in which the service started, as if nothing had happened since. Only a test
 * double has the route (docs/use/testing.md), because every holder of its token can delete everything.
 *
 * Requests that arrive meanwhile wait. Those under way are finished first, as are passes of background work; attempts to
 * deliver webhooks are forgotten. If the process dies on the way, nothing of the double remains anyway.
 */
export function resetRoute(api: Api, resetting: Resetting): void {
  const requests = countRequests(api);
  let last: Promise<void> = Promise.resolve();
  api.post(
    PATH,
    {
      config: { scope: "sendMoney" },
      schema: {
        operationId: "resetSandbox",
        summary: "Reset everything",
        description:
          "Returns to the state after the start: money, events, webhooks, tokens, idempotency keys, rate limits, and the clock. Only a service that was started with --ephemeral has this route.",
        tags: ["Sandbox"],
        response: { 204: Type.Null({ description: "Everything is as after the start." }) },
      },
    },
    async (_request, reply) => {
      const turn = last.then(() => reset(requests, resetting));
      last = turn.catch(() => undefined);
      await turn;
      return reply.code(204).send(null);
    },
  );
}

async function reset(
  requests: Requests,
  { service, sandbox, writer, courier, workers, restore }: Resetting,
): Promise<void> {
  requests.hold();
  try {
    await requests.finished();
    await writer.drain();
    await Promise.all(workers().map((each) => each.pause()));
    courier.abandon();
    await untilQuiet(service);
    await restore();
    await resetClock(sandbox.clock);
    beginGeneration();
  } finally {
    for (const each of workers()) each.resume();
    requests.release();
  }
}

async function untilQuiet({ database }: Pick<Service, "database">): Promise<void> {
  const limit = performance.now() + QUIET_MS_MAX;
  while (database.connectionLoad().busy > 0) {
    if (performance.now() > limit) throw unavailable(new Error("statements are still running, so nothing was reset"));
    await sleep(1);
  }
}

interface Requests {
  /** Further requests wait from now on. */
  hold(): void;
  release(): void;
  /** Resolves when none is under way, except those that reset. */
  finished(): Promise<void>;
}

function countRequests(api: Api): Requests {
  let held: PromiseWithResolvers<void> | undefined;
  let none: PromiseWithResolvers<void> | undefined;
  const underWay = new Set<FastifyRequest>();
  api.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.url === PATH) return;
    while (held !== undefined) await held.promise;
    underWay.add(request);
    // Also after the client has gone, of which onResponse is not notified.
    reply.raw.once("close", () => {
      underWay.delete(request);
      if (underWay.size === 0) none?.resolve();
    });
  });
  return {
    hold: () => {
      held ??= Promise.withResolvers();
    },
    release: () => {
      held?.resolve();
      held = undefined;
    },
    finished: async () => {
      if (underWay.size === 0) return;
      none = Promise.withResolvers();
      await none.promise;
    },
  };
}
