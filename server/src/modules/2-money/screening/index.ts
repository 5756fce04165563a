/**
 * Screening: whether recipients are on a list of those who must not be paid, as a list that the operator loads, a service of
 * the organization, or a program of the operator says.
 *
 * Guarantees: what a payment needs to leave is a proven check of exactly the names and addresses that it pays, made with the
 * present screener and list, and for each match a decision of two different people; a screener that does not answer, or
 * answers with something else, is reported, and no payment passes; the network is never used in a transaction.
 */
export { caseStates } from "./cases/case-states.ts";
export { countOpenCases, findCase, listCaseRows } from "./cases/cases.queries.ts";
export { screeningCaseKind } from "./cases/decide-case.ts";
export { screenerKind, screeningAttention } from "./change-screener.ts";
export { askForChecks, askForRecipients } from "./checks.queries.ts";
export { listRows as listScreeningLists } from "./lists/lists.queries.ts";
export { loadList } from "./lists/load-list.ts";
export { UnreadableList } from "./lists/read-ofac.ts";
export { type Party, partyOf, ScreenerFailed } from "./party.ts";
export { type ScreeningTools, screeningJob, screeningMetrics } from "./run-screening.ts";
export type { Screener } from "./screener.ts";
export { ANSWER_BYTES_MAX } from "./screeners/answer.ts";
export type { ScreenerReach } from "./screeners/screen.ts";
export { findScreener } from "./screeners.queries.ts";
export { renderCase, screeningRoutes } from "./screening.routes.ts";
export { screeningRefusals } from "./screening-refusals.ts";
export { type PartyStanding, standingsOf } from "./standing.ts";
