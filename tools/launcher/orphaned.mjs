const CHECK_MS = 200;

/**
 * Calls `act` when this process's parent has exited. npm passes SIGTERM to the shell that runs its scripts, and that
 * shell exits without signaling its child. Does not keep the process alive.
 */
export function whenOrphaned(act) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, CHECK_MS);
  timer.unref();
}
