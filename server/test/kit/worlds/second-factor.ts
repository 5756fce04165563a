import { totpCode, totpStepAt } from "../../../src/modules/people/second-factors/totp.ts";
import type { TestWorld } from "../service/full-app.ts";
import { browse, PASSWORD, signedIn, type TestPerson } from "./people.ts";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What the person's authenticator app shows. */
export const codeNow = ({ clock }: TestWorld, secret: string): string =>
  totpCode(fromBase32(secret), totpStepAt(clock.now()));

/** Signs in, sets up an authenticator app and confirms it. */
export async function turnOnSecondFactor(world: TestWorld, person: TestPerson) {
  const cookie = await signedIn(world.app, person);
  // In a session of its own: the one given back has proved nothing again.
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
