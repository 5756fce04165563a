import assert from "node:assert/strict";

interface Advanced {
  readonly now: string;
  readonly steps: number;
  readonly reachedTarget: boolean;
}

/**
 * Makes a call, and continues an advance of the sandbox's clock until it is there, as any client does: a busy machine may
 * need several calls. Returns the last answer.
 */
export async function untilThere<Body, Answer extends { readonly body: unknown }>(
  post: (body: Body | { to: string }) => Promise<Answer>,
  body: Body,
): Promise<Answer> {
  const answer = await post(body);
  // JSON of the service, whose schema law 36 compares.
  const { errors } = Object(answer.body) as { readonly errors?: { readonly errorCode: string; readonly to: string } };
  return errors?.errorCode === "clockOnItsWay"
    ? untilThere<Body | { to: string }, Answer>(post, { to: errors.to })
    : answer;
}

/** Advances the sandbox's clock to an instant. */
export async function advanceTo(
  post: (body: { to: string }) => Promise<{ readonly status: number; readonly body: unknown }>,
  to: string,
): Promise<Advanced> {
  const { status, body } = await untilThere(post, { to });
  assert.equal(status, 200, JSON.stringify(body));
  // JSON of the route.
  return body as Advanced;
}
