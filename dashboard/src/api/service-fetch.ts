import { ApiError, ServiceUnavailable } from "./api-error.ts";

/**
 * What the service may want of the person before it does what was asked: the session has ended, the person must prove
 * again who they are, or they need a second factor first. Whoever answers shows a dialog; resolves to true when the call may be made again.
 */
export type Challenge = "signIn" | "stepUp" | "secondFactor";
type Answer = (challenge: Challenge) => Promise<boolean>;

let answer: Answer | undefined;
let answering: Promise<boolean> | undefined;

/** The pages behind the sign-in register who asks the person; returns how to take it back. */
export function answerChallenges(by: Answer): () => void {
  answer = by;
  return () => {
    if (answer === by) answer = undefined;
  };
}

/** Calls that meet the same challenge while a dialog is open wait for that one. */
async function ask(challenge: Challenge): Promise<boolean> {
  if (answer === undefined) return false;
  answering ??= answer(challenge).finally(() => {
    answering = undefined;
  });
  return answering;
}

/** Makes the call; when it meets a challenge and the person answers it, makes the same call once more. Nothing typed is lost. */
export async function serviceFetch(...call: Parameters<typeof fetch>): Promise<Response> {
  const request = new Request(...call);
  const again = request.clone();
  const response = await send(request);
  const challenge = await challengeOf(response);
  return challenge !== undefined && (await ask(challenge)) ? send(again) : response;
}

async function send(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ServiceUnavailable(error);
  }
}

async function challengeOf(response: Response): Promise<Challenge | undefined> {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { code } = new ApiError(response.status, body);
  if (code === "stepUpNeeded") return "stepUp";
  if (code === "secondFactorNeeded") return "secondFactor";
  return code === "sessionEnded" || code === "authenticationRequired" ? "signIn" : undefined;
}
