/** By how much the service's clock was ahead of the browser's when the session was last read, in milliseconds. */
let offset = 0;

export function noteClockOffset(ms: number): void {
  offset = ms;
}

/** The service's time, for texts that are formatted outside of components. Components use `useServiceTime`. */
export const serviceNow = (): Date => new Date(Date.now() + offset);
