import type { RunningService } from "../service/running-service.ts";
import type { PreparedLists } from "./prepare.ts";

/** Returns the length of the response. */
export type Get = (path: string) => Promise<number>;

/** Calls with a token or, where only people may, with a session. */
export async function signedIn({ url }: RunningService, { organization }: PreparedLists): Promise<Get> {
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
  const forPeople = /^\/(approvals|overview|audit)\b/;
  return async (path) => {
    const headers = forPeople.test(path) ? { cookie } : { authorization: `Bearer ${organization.token}` };
    const response = await fetch(url + path, { headers });
    const body = await response.arrayBuffer();
    if (!response.ok)
      throw new Error(`${path} answered ${response.status}: ${Buffer.from(body).toString().slice(0, 300)}`);
    return body.byteLength;
  };
}
