export interface Ending {
  readonly signal: AbortSignal;
  /** Whether the time ended it, and not the caller. */
  timedOut(): boolean;
  clear(): void;
}

/** A signal that ends with another one, or after a time. AbortSignal.any is too new for some browsers. */
export function endsWith(signal: AbortSignal | undefined, timeoutMs: number): Ending {
  const controller = new AbortController();
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    controller.abort();
  }, timeoutMs);
  const onAbort = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return {
    signal: controller.signal,
    timedOut: () => isTimeout,
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

/** Resolves after the time, or as soon as a signal is aborted. */
export function pause(ms: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    for (const signal of signals) {
      signal?.addEventListener("abort", done, { once: true });
      if (signal?.aborted) done();
    }
  });
}
