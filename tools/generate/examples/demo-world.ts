import { mkdirSync } from "node:fs";
import type { DemoFile } from "../../../server/src/administration/demo/demo-file.ts";
import { seedDemo } from "../../../server/src/administration/demo/demo-seed.ts";
import { acrossOrganizations } from "../../../server/src/kernel/sql/scope.ts";
import { runUntilIdle } from "../../../server/src/kernel/work/worker.ts";
import { inject, openWorld, type TestWorld } from "../../../server/test/kit/service/full-app.ts";
import { newPerson, provedIn } from "../../../server/test/kit/worlds/people.ts";

/** The service with the demo organization, at a fixed time, without sockets or loops. */
export interface DemoWorld {
  readonly world: TestWorld;
  readonly demo: DemoFile;
  /** The token of the demo that may do everything. */
  readonly token: string;
  /** Calls with this token. Throws unless the call succeeds. */
  call(call: Parameters<typeof inject>[2]): Promise<Record<string, unknown>>;
  /** A signed-in administrator who has just entered the password again. */
  administrator(): Promise<string>;
  /** Does what is due in the background. */
  work(): Promise<void>;
  close(): Promise<void>;
}

/** A receiver of webhooks that answers 200, without a network. */
const sender = {
  timeoutMs: 5_000,
  send: async () => ({ kind: "delivered", statusCode: 200, durationMs: 87, responseSnippet: "ok" }) as const,
  close: async () => undefined,
};

export async function openDemoWorld(): Promise<DemoWorld> {
  const world = await openWorld({}, { sender });
  const { service, app } = world;
  mkdirSync(service.config.dataDir, { recursive: true });
  const demo = await seedDemo(service, { withDesk: true });
  if (demo === undefined) throw new Error("The demo organization was not made");
  const { readWrite: token } = demo.tokens;
  return {
    world,
    demo,
    token,
    call: async (request) => {
      const answer = await inject(app, token, request);
      if (answer.status >= 300) throw new Error(`${request.url} returned ${answer.status} ${answer.text}`);
      return answer.body;
    },
    administrator: async () => {
      made += 1;
      const email = `ada.${made}@larkspur.example`;
      return provedIn(app, await newPerson(world, demo.organizationId, { email }));
    },
    work: async () => {
      await acrossOrganizations(() => runUntilIdle(app.jobs.filter(({ watches }) => watches !== true)));
    },
    close: world.close,
  };
}

let made = 0;
