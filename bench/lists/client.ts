import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, openConnection } from "../load/connection.ts";
import type { RunningService } from "../service/running-service.ts";
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
    .map((one) => one.split(";")[0])
    .join("; ");
  const forPeople = /^\/(activity|approvals|overview|audit)\b/;
  const connection = await openConnection(port);
  return async (path) => {
    const who = forPeople.test(path) ? `Cookie: ${cookie}` : `Authorization: Bearer ${organization.token}`;
    const request = `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${who}\r\n\r\n`;
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
