import { randomUUID } from "node:crypto";
import { type ConnectionId, readingOf } from "#bank/exchange";
import type { BankChannel, BankChannels } from "#bank/exchange/channels/channel.ts";
import { foundEach, publishedEach, type Transport, TransportError } from "#bank/exchange/transports/transport.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** What happens at a step of an exchange: a test may throw here, as a network or a power failure would. */
export type OnStep = (step: string) => void | Promise<void>;

/** A bank whose directories are in memory. It counts the files that arrive under each name. */
export interface TestBank {
  /** Every arrival of a complete file, in order. */
  readonly arrivals: { readonly name: string; readonly content: Buffer }[];
  /** Files that the bank offers. */
  readonly inbox: Map<string, { content: Buffer; modifiedAt: Date }>;
  readonly temporary: Map<string, Buffer>;
  /** Complete files that the bank has not taken yet. */
  readonly outbox: Map<string, Buffer>;
  /** The bank takes complete files out of the directory immediately. */
  takesAtOnce: boolean;
  onStep: OnStep;
  open(onStep?: OnStep): Transport;
  offer(name: string, content: string | Buffer, modifiedAt?: Date): void;
}

export function createTestBank(): TestBank {
  const bank: TestBank = {
    arrivals: [],
    inbox: new Map(),
    temporary: new Map(),
    outbox: new Map(),
    takesAtOnce: false,
    onStep: () => undefined,
    open: (onStep = () => undefined) =>
      transportOf(bank, async (step) => {
        await bank.onStep(step);
        await onStep(step);
      }),
    offer: (name, content, modifiedAt = new Date("2026-11-20T12:00:00Z")) => {
      bank.inbox.set(name, { content: Buffer.from(content), modifiedAt });
    },
  };
  return bank;
}

const transportOf = (bank: TestBank, step: OnStep): Transport => ({
  stage: async (name, content, bytes) => {
    await step("stage");
    if (bank.outbox.has(name)) throw new TransportError("refused", "The name is taken");
    bank.temporary.set(name, Buffer.alloc(0));
    await step("temporary file created");
    for await (const chunk of content) {
      await step("chunk");
      bank.temporary.set(name, Buffer.concat([bank.temporary.get(name) ?? Buffer.alloc(0), chunk]));
    }
    await step("content written");
    const written = bank.temporary.get(name) ?? Buffer.alloc(0);
    if (written.length !== bytes) throw new TransportError("protocol", `${written.length} bytes instead of ${bytes}`);
  },
  publish: (names) =>
    publishedEach(names, async (name) => {
      if (bank.outbox.has(name)) throw new TransportError("refused", "The name is taken");
      await step("before rename");
      const written = bank.temporary.get(name);
      if (written === undefined) throw new TransportError("protocol", "The temporary file is gone");
      bank.temporary.delete(name);
      bank.arrivals.push({ name, content: written });
      if (!bank.takesAtOnce) bank.outbox.set(name, written);
      await step("renamed");
    }),
  find: (names) =>
    foundEach(names, async (name) => {
      await step("find");
      const final = bank.outbox.get(name);
      if (final !== undefined) return { state: "final", bytes: final.length };
      return { state: bank.temporary.has(name) ? "temporary" : "absent" };
    }),
  list: async () => {
    await step("list");
    return [...bank.inbox].map(([name, { content, modifiedAt }]) => ({ name, bytes: content.length, modifiedAt }));
  },
  read: async (name) => {
    await step("read");
    const found = bank.inbox.get(name);
    if (found === undefined) throw new TransportError("protocol", "No such file");
    return (async function* () {
      yield found.content.subarray(0, 10);
      await step("half read");
      yield found.content.subarray(10);
    })();
  },
  remove: async (name) => {
    await step("remove");
    bank.inbox.delete(name);
  },
  close: async () => undefined,
});

/** The one connection of a test. */
export const testChannel = (organizationId: OrganizationId, changes: Partial<BankChannel> = {}): BankChannel => ({
  organizationId,
  connectionId: randomUUID() as ConnectionId,
  rail: "ach",
  state: "live",
  pollEveryMs: 1_000,
  removeAfterReading: false,
  reading: readingOf({}),
  ...changes,
});

export const channelsOf = (bank: TestBank, channels: readonly BankChannel[], onStep?: OnStep): BankChannels => ({
  list: async () => channels,
  open: async () => {
    await onStep?.("open");
    await bank.onStep("open");
    return bank.open(onStep);
  },
});
