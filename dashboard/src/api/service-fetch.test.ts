import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { answerChallenges, serviceFetch } from "./service-fetch.ts";

const ended = () => Response.json({ errors: { errorCode: "sessionEnded", message: "ended" } }, { status: 401 });
const fine = () => Response.json({});

/** A service whose calls are answered one by one, and the dialog for challenges. */
function open(t: TestContext) {
  const calls: ((answer: Response) => void)[] = [];
  t.mock.method(globalThis, "fetch", () => new Promise<Response>((answer) => calls.push(answer)));
  const dialogs: ((met: boolean) => void)[] = [];
  t.after(answerChallenges(() => new Promise((answer) => dialogs.push(answer))));
  return { calls, dialogs };
}

const call = () => serviceFetch("http://localhost/api/v1/accounts");
/** All promises that are ready have continued. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

test("one dialog answers all calls that need it, and each is repeated once", async (t) => {
  const { calls, dialogs } = open(t);
  const answers = [call(), call()];
  for (const answer of calls) answer(ended());
  await settle();
  assert.equal(dialogs.length, 1);
  dialogs[0]?.(true);
  await settle();
  assert.equal(calls.length, 4);
  for (const answer of calls.slice(2)) answer(fine());
  assert.deepEqual(
    (await Promise.all(answers)).map(({ status }) => status),
    [200, 200],
  );
});

test("a call that was under way while the user signed in again does not ask a second time", async (t) => {
  const { calls, dialogs } = open(t);
  const [late, asking] = [call(), call()];
  calls[1]?.(ended());
  await settle();
  dialogs[0]?.(true);
  await settle();
  calls[2]?.(fine());
  assert.equal((await asking).status, 200);
  // Sent before the sign-in, refused after it.
  calls[0]?.(ended());
  await settle();
  assert.equal(dialogs.length, 1, "no second dialog");
  calls[3]?.(fine());
  assert.equal((await late).status, 200);
});

test("a user who closes the dialog sees the refusal", async (t) => {
  const { calls, dialogs } = open(t);
  const answer = call();
  calls[0]?.(ended());
  await settle();
  dialogs[0]?.(false);
  assert.equal((await answer).status, 401);
  assert.equal(calls.length, 1);
});
