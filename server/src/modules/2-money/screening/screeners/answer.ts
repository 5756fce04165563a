import { type Findings, type Match, type Party, partyKey, ScreenerFailed } from "../party.ts";

/**
 * What a screening service or command is asked, and how it has to answer. It must answer about every party that it was asked
 * about, once, and about no other: an answer that may have been meant for something else is as good as none.
 */

/** Parties per question: a bound for its size and for how long an answer takes. */
export const PARTIES_MAX = 100;
/**
 * About every party of a question, with several matches each. A service that answers with more is not screening, and reading
 * much more would hold up everything else.
 */
export const ANSWER_BYTES_MAX = 256 * 1024;
const MATCHES_MAX = 50;
const TEXT_MAX = 1_000;

export const questionOf = (checkId: string, organizationId: string, parties: readonly Party[]): string =>
  JSON.stringify({
    version: 1,
    checkId,
    organizationId,
    parties: parties.map((party) => ({ id: idOf(party), ...party.content })),
  });

const idOf = (party: Party): string => partyKey(party);

export function readAnswer(text: string, checkId: string, parties: readonly Party[]): Findings {
  const answer = membersOf(parsed(text), "the answer");
  if (answer["checkId"] !== checkId) throw garbled("its checkId is not the one of the question");
  const given = listOf(answer["parties"], "parties");
  const asked = new Set(parties.map(idOf));
  const findings = new Map<string, readonly Match[]>();
  for (const party of given) {
    const { id, matches } = membersOf(party, "a party");
    if (typeof id !== "string" || !asked.has(id)) throw garbled("it is about a party that was not asked about");
    if (findings.has(id)) throw garbled("it is about a party twice");
    const read = listOf(matches, "matches");
    if (read.length > MATCHES_MAX) throw garbled(`a party has more than ${MATCHES_MAX} matches`);
    findings.set(id, read.map(matchOf));
  }
  if (findings.size !== asked.size) throw garbled("it is not about every party that was asked about");
  return findings;
}

function matchOf(value: unknown): Match {
  const match = membersOf(value, "a match");
  const list = textOf(match["list"], "list");
  const entryId = textOf(match["entryId"], "entryId");
  const { score = null, details = "" } = match;
  if (score !== null && !(typeof score === "number" && score >= 0 && score <= 100))
    throw garbled("a score is not a number from 0 to 100");
  return {
    key: `${list}/${entryId}`,
    list,
    entryId,
    listedName: textOf(match["listedName"], "listedName"),
    name: textOf(match["name"], "name"),
    score: score === null ? null : Math.round(score),
    details: details === "" ? "" : textOf(details, "details"),
  };
}

const garbled = (problem: string): ScreenerFailed =>
  new ScreenerFailed(`The screener's answer cannot be used: ${problem}`);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw garbled("it is not JSON");
  }
}

function membersOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw garbled(`${what} is not an object`);
  // An object that JSON.parse made.
  return value as Readonly<Record<string, unknown>>;
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw garbled(`${name} is not a list`);
  return value;
}

/** Text of a stranger that people see: without characters that hide others or change their order. */
function textOf(value: unknown, name: string): string {
  if (typeof value !== "string" || value.trim() === "" || value.length > TEXT_MAX)
    throw garbled(`${name} is not a text of 1 to ${TEXT_MAX} characters`);
  const text = value.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim();
  if (text === "") throw garbled(`${name} has no visible characters`);
  return text;
}
