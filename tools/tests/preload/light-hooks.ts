import type { HookCallbacks } from "node:async_hooks";

// Loaded before Node's test runner (`--import`), only to save time.
//
// To know which test a late error belongs to, the runner follows every asynchronous operation, including every promise
// and its end in the garbage collector. That takes 5 % of the processor time of tests like ours. Here, it follows its
// tests only, and a test's operations find it through an AsyncLocalStorage, which costs nothing while nothing fails.
// What the runner reports is the same: light-hooks.test.ts.

/** The functions as the runner will import them, from an object that is the same for all importers. */
const hooks = process.getBuiltinModule("node:async_hooks");
const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = hooks;

/** The ID of the test that runs. */
const running = new AsyncLocalStorage<number>();

/** The runner's tests are asynchronous resources. */
class Resource extends AsyncResource {
  override runInAsyncScope<This, Result>(
    work: (this: This, ...given: unknown[]) => Result,
    self?: This,
    ...given: unknown[]
  ): Result {
    // The runner gives a receiver wherever its functions use one.
    const run = () => running.run(this.asyncId(), () => Reflect.apply(work, self, given));
    return super.runInAsyncScope(run);
  }
}

Object.assign(hooks, {
  AsyncResource: Resource,
  executionAsyncId: () => running.getStore() ?? executionAsyncId(),
  createHook: ({ init }: HookCallbacks) =>
    createHook({
      init: (id, type, trigger, resource) => {
        if (resource instanceof Resource) init?.(id, type, trigger, resource);
      },
      trackPromises: false,
    }),
});
await import("node:test");
// For everyone else, they are what they were.
Object.assign(hooks, { AsyncResource, createHook, executionAsyncId });
