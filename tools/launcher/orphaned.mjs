const CHECK_MS = 200;

/**
 * Calls `act` when this process's parent has gone. npm passes SIGTERM on to the shell it runs scripts in, and that shell
 * ends without telling its child: this is how the child learns of it. Keeps no process alive.
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
