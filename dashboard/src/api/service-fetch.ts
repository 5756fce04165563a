import { ApiError, ServiceUnavailable } from "./api-error.ts";

/**
 * What the API can require before it runs a call: a new sign-in, a recent proof of identity, or a second factor. The
 * answer is a dialog; it resolves to true when the call can be repeated.
 */
export type Challenge = "signIn" | "stepUp" | "secondFactor";
type Answer = (challenge: Challenge) => Promise<boolean>;

let answer: Answer | undefined;
let answering: Promise<boolean> | undefined;
let giveUp: (() => void) | undefined;
/** How many challenges were met. */
let met = 0;

/** Signed-in pages register the dialog; returns the function that unregisters it. */
export function answerChallenges(by: Answer): () => void {
  answer = by;
  return () => {
    if (answer !== by) return;
    answer = undefined;
    // A dialog that is gone, after signing out, answers nothing: later challenges must not wait for it.
    giveUp?.();
  };
}

/** Calls that receive a challenge while a dialog is open wait for that dialog. */
async function ask(challenge: Challenge): Promise<boolean> {
  if (answer === undefined) return false;
  answering ??= Promise.race([
    answer(challenge),
    new Promise<boolean>((end) => {
      giveUp = () => end(false);
    }),
  ])
    .then((isMet) => {
      if (isMet) met += 1;
      return isMet;
    })
    .finally(() => {
      answering = undefined;
      giveUp = undefined;
    });
  return answering;
}

/**
 * Repeats the call once after the user has answered the challenge, so that no input is lost. If a challenge was answered
 * while the call was under way, it is repeated at once: the user is not asked twice for the same.
 */
export async function serviceFetch(...call: Parameters<typeof fetch>): Promise<Response> {
  const request = new Request(...call);
  const again = request.clone();
  const metBefore = met;
  const response = await send(request);
  const challenge = await challengeOf(response);
  if (challenge === undefined) return response;
  return met > metBefore || (await ask(challenge)) ? send(again) : response;
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
