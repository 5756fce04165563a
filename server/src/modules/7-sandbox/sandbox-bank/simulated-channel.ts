import type { AnswerFile, DueAnswers, FileBank } from "bursar-simulated-bank";
import type { BankConnection, Channel } from "#bank/exchange";
import { assert, present } from "#kernel/assert.ts";
import type { Clock } from "#kernel/clock/clock.ts";

interface ChannelTools {
  readonly clock: Clock;
  /** What no file says is booked before the bank reports its bookings. */
  readonly readLedger: () => Promise<void>;
}

/** Events whose answers are listed at a time: all others would be made again at each reading of the inbox. */
const EVENTS_PER_LIST = 500;

/**
 * The exchange of files with the sandbox's bank, in this process. What is published is in the bank's records; what
 * the bank answers stays listed until the service has recorded it.
 */
export function simulatedChannel(
  bank: FileBank,
  { connectionId }: Pick<BankConnection, "connectionId">,
  { clock, readLedger }: ChannelTools,
): Channel {
  let due: DueAnswers | undefined;
  let contents: ReadonlyMap<string, string> = new Map();
  const answers = async (): Promise<readonly AnswerFile[]> => {
    if (due === undefined) {
      await readLedger();
      due = await bank.answersDue(clock.now(), connectionId, EVENTS_PER_LIST);
      contents = new Map(due.files.map(({ name, content }) => [name, content]));
    }
    return due.files;
  };
  const staged = new Map<string, Buffer>();
  return {
    stage: async (name, content, bytes) => {
      const whole = Buffer.concat(await Array.fromAsync(content));
      assert(whole.length === bytes, "a file has the length that was announced");
      staged.set(name, whole);
    },
    publish: async function* (names) {
      const files = names.map((name) => {
        const content = present(staged.get(name), "a file is staged before it is published");
        return { name, content, connection: connectionId };
      });
      await bank.receiveAll(files);
      for (const name of names) {
        staged.delete(name);
        yield { name };
      }
    },
    find: async (names) => {
      const lengths = await bank.lengthsOf(names, connectionId);
      // The bank's records decide: what is not in them was not taken, and may be sent again, since a content counts once.
      return new Map(
        names.map((name) => {
          const bytes = lengths.get(name);
          return [name, bytes === undefined ? { state: "temporary" } : { state: "final", bytes }];
        }),
      );
    },
    list: async () =>
      (await answers()).map(({ name, content, at }) => ({
        name,
        bytes: Buffer.byteLength(content),
        modifiedAt: new Date(at),
      })),
    read: async (name) => {
      await answers();
      return pieces(present(contents.get(name), "a file that is read is listed"));
    },
    remove: () => Promise.resolve(),
    taken: async (names) => {
      const files = await answers();
      const taken = new Set(names);
      if (due === undefined || !files.every(({ name }) => taken.has(name))) return true;
      const { upTo, isCut } = due;
      await bank.markDelivered(upTo, connectionId);
      due = undefined;
      return isCut;
    },
    probe: async () => [
      { step: "connect", outcome: "passed", detail: "The simulated bank is part of this service." },
      { step: "writePermission", outcome: "passed", detail: "It takes files." },
    ],
    close: () => Promise.resolve(),
  };
}

async function* pieces(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
