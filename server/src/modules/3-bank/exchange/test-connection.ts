import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import type { BankConnection } from "./bank-connection.ts";
import { storeTested } from "./connections/connections.queries.ts";
import { getConnection } from "./connections/read-connections.ts";
import { openTransport, type SimulatedChannel } from "./transports/open-transport.ts";
import { type ProbeStep, TransportError } from "./transports/transport.ts";

/** What a test found. */
export interface ConnectionTest {
  readonly connection: BankConnection;
  /** No step failed. Whether uploading is allowed may still be unknown. */
  readonly passed: boolean;
  readonly steps: readonly ProbeStep[];
}

/**
 * Connects to the bank, checks its host key, signs in, and lists both directories. Sends and changes nothing there. A
 * test that passes is recorded, unless the settings have changed meanwhile.
 */
export async function testConnection(
  service: Service,
  {
    organizationId,
    connectionId,
    actor,
    simulated,
  }: {
    readonly organizationId: OrganizationId;
    readonly connectionId: string;
    readonly actor: Actor;
    readonly simulated?: SimulatedChannel | undefined;
  },
): Promise<ConnectionTest> {
  const connection = await getConnection(service.database, organizationId, connectionId);
  const steps = await probe(service, connection, simulated);
  assert(steps.length > 0, "a test has at least one step");
  const passed = steps.every(({ outcome }) => outcome !== "failed");
  await service.database.transaction(async (tx) => {
    if (passed) {
      const stored = await storeTested(tx, {
        organizationId,
        connectionId: connection.connectionId,
        version: connection.version,
        at: service.clock.now(),
      });
      assert(stored <= 1, "a test is of one connection");
    }
    await recordAudit(service, tx, {
      organizationId,
      actor,
      entries: [
        {
          action: "bankConnection.test",
          resourceType: "bankConnection",
          resourceId: connection.connectionId,
          after: { passed, failed: steps.filter(({ outcome }) => outcome === "failed").map(({ step }) => step) },
        },
      ],
    });
  });
  return { connection, passed, steps };
}

/** The longest test: a person waits for it. */
const TEST_MS = 45_000;
const STEP_TIMEOUT_MS = 15_000;

async function probe(
  service: Service,
  connection: BankConnection,
  simulated: SimulatedChannel | undefined,
): Promise<readonly ProbeStep[]> {
  try {
    const transport = await openTransport(service, connection, { simulated, timeoutMsMax: STEP_TIMEOUT_MS });
    // Closing ends whatever the probe still waits for.
    const limit = setTimeout(() => void transport.close(), TEST_MS);
    try {
      return await transport.probe();
    } finally {
      clearTimeout(limit);
      await transport.close();
    }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return [{ step: error.step ?? "connect", outcome: "failed", detail: error.message }];
  }
}
