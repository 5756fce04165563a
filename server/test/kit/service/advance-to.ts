import assert from "node:assert/strict";

/** An answer of `POST /sandbox/clock/advance`. */
interface AdvanceAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of a reply, of which each test reads what it needs
  readonly body: any;
}

/** Advances the sandbox's clock as a client does: a busy machine may need several calls. Returns the last answer. */
export async function advanceTo(post: (body: { to: string }) => Promise<AdvanceAnswer>, to: string) {
  for (;;) {
    const { status, body } = await post({ to });
    if (status === 200) return body;
    assert.equal(body.errors.errorCode, "clockOnItsWay", JSON.stringify(body));
  }
}
