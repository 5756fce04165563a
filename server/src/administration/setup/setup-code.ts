import { timingSafeEqual } from "node:crypto";
import { type Clock, HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Vault } from "#kernel/crypto/vault.ts";

/**
 * The code that proves who set up this service: only they can read where it is printed. It contains its expiry, to the
 * hour, and a keyed hash proves that we issued it, so nothing is stored, and every process accepts it. It expires after
 * a day, and permanently with the first organization (setup.ts).
 */
const HOURS = 24;
/** Without characters that are easily confused; a power of two, so that every letter encodes five bits. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** Five bits each: hours since 1970 (until the year 5797), and 80 bits of the hash. */
const TIME_LETTERS = 5;
const HASH_LETTERS = 16;
const GROUP = 7;

const lettersOf = (value: bigint, count: number): string =>
  Array.from({ length: count }, (_, at) => ALPHABET.charAt(Number((value >> BigInt(5 * (count - 1 - at))) & 31n))).join(
    "",
  );

function codeUntil(vault: Pick<Vault, "mac">, hour: number): string {
  const mac = vault.mac("tokens", `setup:${hour}`).subarray(0, 10).toString("hex");
  return lettersOf(BigInt(hour), TIME_LETTERS) + lettersOf(BigInt(`0x${mac}`), HASH_LETTERS);
}

/** The code of this hour, in groups, and its expiry. */
export function makeSetupCode({ vault, machineClock }: { vault: Pick<Vault, "mac">; machineClock: Clock }) {
  const hour = Math.ceil(machineClock.now().getTime() / HOUR_MS) + HOURS;
  const groups = codeUntil(vault, hour).match(new RegExp(`.{${GROUP}}`, "g")) ?? [];
  return { code: groups.join("-"), expiresAt: new Date(hour * HOUR_MS) };
}

/** Whether the code is valid: in upper or lower case, with or without dashes. */
export function isSetupCode(
  { vault, machineClock }: { vault: Pick<Vault, "mac">; machineClock: Clock },
  text: string,
): boolean {
  const given = text.toUpperCase().replaceAll(/[\s-]/g, "");
  if (given.length !== TIME_LETTERS + HASH_LETTERS || [...given].some((letter) => !ALPHABET.includes(letter)))
    return false;
  const hour = [...given.slice(0, TIME_LETTERS)].reduce((value, letter) => value * 32 + ALPHABET.indexOf(letter), 0);
  const expiresAt = new Date(hour * HOUR_MS);
  const now = machineClock.now();
  // A code from a clock that was later set back is rejected.
  if (expiresAt <= now || expiresAt > plusMs(now, (HOURS + 1) * HOUR_MS)) return false;
  return timingSafeEqual(Buffer.from(codeUntil(vault, hour)), Buffer.from(given));
}
