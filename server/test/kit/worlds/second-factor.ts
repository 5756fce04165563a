import { TOTP } from "otpauth";
import type { TestWorld } from "../service/full-app.ts";
import { browse, PASSWORD, signedIn, type TestPerson } from "./people.ts";

/** The code that an authenticator app shows for a base32 secret. */
export const codeAt = (secret: string, at: Date): string => new TOTP({ secret }).generate({ timestamp: at.getTime() });

export const codeNow = ({ clock }: TestWorld, secret: string): string => codeAt(secret, clock.now());

/** Signs in, sets up an authenticator app and confirms it. */
export async function turnOnSecondFactor(world: TestWorld, person: TestPerson) {
  const cookie = await signedIn(world.app, person);
  // In a separate session, so that the returned one has no recent step-up.
  const enrolling = await signedIn(world.app, person);
  await browse(world.app, { url: "/session/step-up", body: { password: PASSWORD }, cookie: enrolling });
  const started = await browse(world.app, { method: "POST", url: "/session/totp-enrolment", cookie: enrolling });
  const { secret } = started.body as { secret: string };
  const confirmed = await browse(world.app, {
    url: "/session/totp-enrolment/confirm",
    body: { code: codeNow(world, secret) },
    cookie: enrolling,
  });
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  return { cookie, secret, recoveryCodes: confirmed.body.recoveryCodes as readonly string[] };
}
