import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, openConnection } from "../load/connection.ts";
import type { RunningService } from "../service/running-service.ts";
import { areForPeople } from "./operations.ts";
import type { PreparedLists } from "./prepare.ts";

const TOO_MANY = 429;
const SECOND_MS = 1_000;

export type Get = (path: string) => Promise<Answer>;

/** Calls with a token or, where only people may, with a session. */
export async function signedIn({ url, port }: RunningService, { organization }: PreparedLists): Promise<Get> {
  const answer = await fetch(`${url}/session`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ ...organization.user, organizationId: organization.organizationId }),
  });
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((setCookie) => setCookie.split(";")[0])
    .join("; ");
  const isForPeople = areForPeople();
  const { host } = new URL(url);
  const connection = await openConnection(port);
  return async (path) => {
    const who = isForPeople(path) ? `Cookie: ${cookie}` : `Authorization: Bearer ${organization.token}`;
    const request = path.startsWith("/search?")
      ? searchRequest(path, { host, who, url })
      : `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${who}\r\n\r\n`;
    let answer = await connection.ask(request);
    // The rate of a token or user is limited; this client is faster. Ends, because the window is a minute.
    while (answer.status === TOO_MANY) {
      await sleep(SECOND_MS);
      answer = await connection.ask(request);
    }
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.refusal?.slice(0, 600)}`);
    return answer;
  };
}

/** The search is a POST, because its text does not belong into addresses; here, it is written as one. */
function searchRequest(path: string, { host, who, url }: { host: string; who: string; url: string }): string {
  const body = JSON.stringify(Object.fromEntries(new URLSearchParams(path.slice(path.indexOf("?")))));
  const head = [
    "POST /search HTTP/1.1",
    `Host: ${host}`,
    who,
    `Origin: ${url}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
