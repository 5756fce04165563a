import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";

/**
 * Loaded before a client that has no setting for its base URL, or accepts none on this machine (node --import). Requests
 * to the API's host go to BURSAR_URL instead; every other host is refused. The client itself is unchanged.
 */
const HOSTS = new Set(["api.mercury.com", "api-sandbox.mercury.com"]);
const target = new URL(process.env.BURSAR_URL);
const send = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (!HOSTS.has(url.hostname)) throw new Error(`This run calls the sandbox only, not ${url.hostname}.`);
  const there = new URL(url.pathname + url.search, target);
  return send(input instanceof Request ? new Request(there, input) : there, init);
};

// One client first makes sure that the host has a public address. Nothing is sent to this one.
const lookup = dns.lookup;
dns.lookup = (host, options) => {
  if (!HOSTS.has(host)) return lookup(host, options);
  const found = { address: "8.8.8.8", family: 4 };
  return Promise.resolve(options?.all ? [found] : found);
};
syncBuiltinESMExports();
