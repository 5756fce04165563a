import assert from "node:assert/strict";

/** An answer of `POST /sandbox/clock/advance`. */
interface AdvanceAnswer {
  readonly status: number;
  readonly body: unknown;
}

interface Advanced {
  readonly now: string;
  readonly steps: number;
  readonly reachedTarget: boolean;
}

/** Advances the sandbox's clock as a client does: a busy machine may need several calls. Returns the last answer. */
export async function advanceTo(post: (body: { to: string }) => Promise<AdvanceAnswer>, to: string): Promise<Advanced> {
  for (;;) {
    const { status, body } = await post({ to });
    // JSON of the route, whose schema law 36 compares.
    if (status === 200) return body as Advanced;
    const { errors } = body as { readonly errors: { readonly errorCode: string } };
    assert.equal(errors.errorCode, "clockOnItsWay", JSON.stringify(body));
  }
}
