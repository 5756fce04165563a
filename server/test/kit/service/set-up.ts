import type { ServerProcess } from "../servers/server-process.ts";

/** Sets up the service through its public URL: Acme, Inc., with Ada Lovelace as its first administrator. */
export const setUpOverHttp = (server: ServerProcess, code: string | undefined) =>
  fetch(`${server.url}/setup`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "https://pay.example.com" },
    body: JSON.stringify({
      code,
      organizationName: "Acme, Inc.",
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@example.com",
      password: "three herons above the weir",
    }),
  });
