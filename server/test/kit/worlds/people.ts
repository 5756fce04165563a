import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { App } from "#main/app.ts";
import { insertUser, type UserRole } from "#records/people";
import type { TestWorld } from "../service/full-app.ts";
import { quickPasswordHash } from "../service/quick-password.ts";

export const PASSWORD = "a long and quiet afternoon";
let made = 0;

export interface TestPerson {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly email: string;
}

/** A user who can sign in with PASSWORD. */
export async function newPerson(
  { service }: Pick<TestWorld, "service">,
  organizationId: OrganizationId,
  {
    role = "administrator",
    customPermissions = [],
    email = `person-${++made}@example.com`,
    passwordHash,
  }: { role?: UserRole; customPermissions?: readonly string[]; email?: string; passwordHash?: string } = {},
): Promise<TestPerson> {
  const userId = service.newId<UserId>();
  const hash = passwordHash ?? (await quickPasswordHash(PASSWORD));
  await service.database.transaction((tx) =>
    insertUser(tx, {
      organizationId,
      userId,
      email,
      firstName: "Ada",
      lastName: "Lovelace",
      role,
      customPermissions,
      passwordHash: hash,
      createdAt: service.clock.now(),
    }),
  );
  return { organizationId, userId, email };
}

export interface BrowserCall {
  readonly method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly url: string;
  readonly body?: unknown;
  /** The whole Cookie header. */
  readonly cookie?: string | undefined;
  /** The service's own pages by default. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

/** The origin of the service's own pages in tests. */
export const OWN_ORIGIN = "http://127.0.0.1:8080";

/** One call as a browser on the service's own pages makes it; `headers` overrides its headers. */
export async function browse(app: App, call: BrowserCall) {
  const response = await app.api.inject({
    method: call.method ?? (call.body === undefined ? "GET" : "POST"),
    url: call.url,
    remoteAddress: call.address ?? "127.0.0.1",
    headers: {
      ...(call.cookie === undefined ? {} : { cookie: call.cookie }),
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      ...(call.headers ?? { "sec-fetch-site": "same-origin" }),
    },
    ...(call.body === undefined ? {} : { payload: JSON.stringify(call.body) }),
  });
  const set = [response.headers["set-cookie"] ?? []].flat();
  const setCookie = set.find((cookie) => cookie.includes("bursar_session="));
  const isJson = /^application\/(?:scim\+)?json/.test(String(response.headers["content-type"]));
  const body = response.body !== "" && isJson ? response.json() : undefined;
  return {
    status: response.statusCode,
    headers: response.headers,
    setCookie,
    /** The cookies that a browser would send from now on. */
    cookie: setCookie?.split(";")[0],
    setDevice: set.find((cookie) => cookie.includes("bursar_device=")),
    /** Recognizes the browser at its next sign-in. */
    device: set.find((cookie) => cookie.includes("bursar_device="))?.split(";")[0],
    text: response.body,
    body,
    code: body?.errors?.errorCode as string | undefined,
  };
}

/** Signs in with the password only, enters it again as step-up authentication, and returns the Cookie header. */
export async function provedIn(app: App, person: TestPerson, address?: string): Promise<string> {
  const cookie = await signedIn(app, person, address);
  const proof = { url: "/session/step-up", body: { password: PASSWORD }, cookie };
  const answer = await browse(app, { ...proof, ...(address === undefined ? {} : { address }) });
  if (answer.status !== 204) throw new Error(`the step-up returned ${answer.status} ${answer.text}`);
  return cookie;
}

/** Signs in with the password only and returns the Cookie header. */
export async function signedIn(app: App, { email, organizationId }: TestPerson, address?: string): Promise<string> {
  const answer = await browse(app, {
    url: "/session",
    body: { email, password: PASSWORD, organizationId },
    ...(address === undefined ? {} : { address }),
  });
  if (answer.cookie === undefined) throw new Error(`signing in returned ${answer.status} ${answer.text}`);
  return answer.cookie;
}
