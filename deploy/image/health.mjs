#!/usr/local/bin/node
// The image's health check, which has no shell and no curl: exits with 0 if the service answers, at /healthz unless
// another path is given.
const { PORT = "8080" } = process.env;
const [path = "/healthz"] = process.argv.slice(2);
try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT}${path}`, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
