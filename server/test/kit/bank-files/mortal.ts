import type { Service } from "#kernel/process/service.ts";
import type { Database, Queryable, Tx } from "#kernel/sql/database.ts";
import type { OnStep } from "./test-bank.ts";

/** The process has died: nothing it does from now on has an effect. */
export class Killed extends Error {
  override readonly name = "Killed";
}

/** A process that dies at its nth step. Every statement, transaction, and use of the network or the store is a step. */
export function mortal(dieAt: number) {
  let steps = 0;
  const trace: string[] = [];
  const step: OnStep = (name) => {
    steps += 1;
    trace.push(name);
    if (steps >= dieAt) throw new Killed(`at step ${steps}: ${name}`);
  };
  return { step, trace, died: () => steps >= dieAt };
}

/** A process that is held up at its nth step until it may go on: a pause of the machine, or a very slow disk. */
export function heldUp(heldAt: number) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let steps = 0;
  const step: OnStep = async () => {
    steps += 1;
    if (steps !== heldAt) return;
    reached.resolve();
    await released.promise;
  };
  return { step, reached: reached.promise, goOn: () => released.resolve() };
}

/** The service as a process has it that dies or is held up. */
export const dyingService = <S extends Service>(service: S, step: OnStep): S => ({
  ...service,
  database: dyingDatabase(service.database, step),
  objects: {
    ...service.objects,
    get: async (name: string) => {
      await step("objects.get");
      return service.objects.get(name);
    },
    put: async (name: string, content: Parameters<Service["objects"]["put"]>[1]) => {
      await step("before objects.put");
      await service.objects.put(name, content);
      await step("after objects.put");
    },
  },
});

function dyingDatabase(database: Database, step: OnStep): Database {
  const around = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    await step(`before ${name}`);
    const result = await work();
    await step(`after ${name}`);
    return result;
  };
  const statements: Queryable = {
    many: (statement) => around("many", () => database.many(statement)),
    maybe: (statement) => around("maybe", () => database.maybe(statement)),
    one: (statement) => around("one", () => database.one(statement)),
    run: (statement) => around("run", () => database.run(statement)),
  };
  return {
    ...database,
    ...statements,
    transaction: (work: (tx: Tx) => Promise<never>) => around("transaction", () => database.transaction(work)),
  } as Database;
}
