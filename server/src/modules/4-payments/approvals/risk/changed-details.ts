import { newYorkTimeText } from "bursar-banking/calendar/new-york";
import { DAY_MS, HOUR_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { type EffectiveChange, isOwnChange, type Payee } from "#money/recipients";
import type { RequestRow } from "../requests/approval-request.ts";
import type { Replaced, Risk } from "./flag-schema.ts";

/** More recent bank details deserve a review. */
const DETAILS_YOUNG_MS = 3 * DAY_MS;
/** A recipient and its first details are stored together, at nearly the same time. */
const SAME_TIME_MS = 2 * SECOND_MS;

/** Whether the details that would be paid were entered after the recipient was added. */
export const wereDetailsChanged = ({ routing_since: since, created_at: at }: Payee): boolean =>
  since !== null && since > plusMs(at, SAME_TIME_MS);

/** Since when a change of details deserves a review: three days, or the organization's longer cooling-off period. */
export const detailsYoungSince = (now: Date, coolingOffHours: number): Date =>
  plusMs(now, -Math.max(DETAILS_YOUNG_MS, coolingOffHours * HOUR_MS));

/** Whether the details that would be paid changed recently. */
export const haveDetailsChanged = (payee: Payee, youngSince: Date): boolean =>
  wereDetailsChanged(payee) && payee.routing_since !== null && payee.routing_since > youngSince;

/** The names of users and tokens, by ID. */
export interface NamesOfAuthors {
  readonly user: (userId: UserId) => string | undefined;
  readonly token: (tokenId: string) => string | undefined;
}

/** A change of the name or the bank details, or undefined if it is not recent. */
export function changedDetails(
  request: RequestRow,
  payee: Payee,
  {
    changes,
    youngSince,
    names,
  }: { readonly changes: readonly EffectiveChange[]; readonly youngSince: Date; readonly names: NamesOfAuthors },
): Risk | undefined {
  if (!haveDetailsChanged(payee, youngSince)) return undefined;
  const ofPayment = changes.filter(
    (change) =>
      change.recipient_id === payee.recipient_id &&
      [null, request.method, payee.routing_method].includes(change.method) &&
      change.effective_at > youngSince &&
      change.effective_at > plusMs(payee.created_at, SAME_TIME_MS),
  );
  const own = ofPayment.find((change) => isByRequester(change, request));
  const shown = own ?? ofPayment[0];
  const by = shown && authorOf(shown, names);
  const who = own === undefined ? by : `The requester${by === undefined ? "" : `, ${by},`}`;
  const others = ofPayment.length > 1 ? ` It is one of ${ofPayment.length} recent changes.` : "";
  const at = shown?.effective_at ?? payee.routing_since;
  return {
    flag: {
      code: "detailsChanged",
      label: own === undefined ? "Details changed" : "Changed by requester",
      detail: `${whatChanged(shown, { payee, who })}${at === null ? "" : ` on ${newYorkTimeText(at)} ET`}${confirmation(shown, names)}.${others}`,
      severity: own === undefined ? "medium" : "high",
    },
    replaced: replacedBy(ofPayment),
    repeats: ["bankDetailsChanged"],
  };
}

/** What the earliest of these changes, which are in the order of time with the latest first, found. */
function replacedBy(changes: readonly EffectiveChange[]): Replaced {
  const renaming = changes.findLast(({ method }) => method === null);
  const entry = changes.findLast(({ method }) => method !== null);
  return { name: renaming?.before_name ?? null, routingId: entry?.before_routing_id ?? null };
}

/** The creator of a token counts as the requester, and as the author of its changes. */
const isByRequester = (change: EffectiveChange, request: RequestRow): boolean =>
  (request.requester_user_id !== null && isOwnChange(change, request.requester_user_id)) ||
  (request.requester_token_id !== null && change.changed_by_token === request.requester_token_id);

/** Undefined for changes by the operator or the bank. */
function authorOf(change: EffectiveChange, names: NamesOfAuthors): string | undefined {
  const { changed_by_user: user, changed_by_token: token, token_made_by: maker } = change;
  const { through_invite: throughInvite, invite_made_by: inviter } = change;
  const nameOf = (userId: UserId | null) => (userId === null ? undefined : names.user(userId));
  if (throughInvite) {
    const sender = nameOf(inviter);
    return `the recipient, through an invite${sender === undefined ? "" : ` from ${sender}`}`;
  }
  if (token === null) return nameOf(user);
  const creator = nameOf(maker);
  return `the token “${names.token(token) ?? "deleted"}”${creator === undefined ? "" : ` of ${creator}`}`;
}

/** "Ben Oyelaran changed the bank details of Acme" */
function whatChanged(
  change: EffectiveChange | undefined,
  { payee, who }: { readonly payee: Payee; readonly who: string | undefined },
): string {
  const begins = who === undefined ? undefined : `${who.charAt(0).toUpperCase()}${who.slice(1)}`;
  if (change?.method === null) {
    const names = `“${change.before_name}” to “${change.after_name}”`;
    return begins === undefined
      ? `The recipient was renamed from ${names}`
      : `${begins} renamed the recipient from ${names}`;
  }
  const verb = change !== undefined && change.before_routing_id === null ? "added" : "changed";
  return begins === undefined
    ? `The bank details of ${payee.name} were ${verb}`
    : `${begins} ${verb} the bank details of ${payee.name}`;
}

function confirmation(change: EffectiveChange | undefined, names: NamesOfAuthors): string {
  const confirmedBy = change?.decided_by == null ? undefined : names.user(change.decided_by);
  return confirmedBy === undefined ? "" : `, confirmed by ${confirmedBy}`;
}
