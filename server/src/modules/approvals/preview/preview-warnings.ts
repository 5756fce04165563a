import { estimatedDeliveryAt, handOverAt } from "../../../banking/calendar/cut-offs.ts";
import { DAY_MS, plusMs } from "../../../kernel/clock/clock.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import { dollarsFromMinor, formatUsd } from "../../../kernel/values/money.ts";
import { coolingOffEndsAt } from "../../payments/index.ts";
import type { Payee } from "../../recipients/index.ts";
import type { Instruction, Terms } from "../requests/approved-terms.ts";
import { availableOn, likeIt } from "./preview.queries.ts";
import type { Preview } from "./preview-schema.ts";

/** Younger bank details are worth a second look. */
const DETAILS_YOUNG_MS = 3 * DAY_MS;

export type Warning = Preview["warnings"][number];
const warning = (code: Warning["code"], message: string): Warning => ({ code, message });

export type Outlook = Pick<
  Preview,
  "leavesAt" | "estimatedDeliveryDate" | "fee" | "availableBalance" | "balanceAfter" | "warnings"
>;

interface Looked {
  readonly request: Instruction;
  readonly terms: Pick<Terms, "payee" | "routingId" | "feeMinor" | "coolingOffHours">;
  /** Whether enough people could approve it now, or none need to. */
  readonly canBeApproved: boolean;
  /** What would refuse it if it is to be sent directly; a request is made whatever stands in its way until it is approved. */
  readonly obstacles?: readonly Warning[];
}

/** What would come of the request if it were released now, or on its day: for whoever asks and for whoever approves. */
export async function outlookOf(
  service: Service,
  organizationId: OrganizationId,
  { request, terms, canBeApproved, obstacles }: Looked,
): Promise<Outlook> {
  const { database, clock } = service;
  const { available_minor: availableMinor } = await availableOn(database, organizationId, request.account_id);
  const { payee, feeMinor } = terms;
  const totalMinor = request.amount_minor + feeMinor;
  const covers = availableMinor >= totalMinor;
  const now = clock.now();
  const paidAt = request.due_at !== null && request.due_at > now ? request.due_at : now;
  const { method } = request;
  return {
    // A transfer between own accounts is there at once.
    leavesAt: (method === null ? paidAt : handOverAt(method, paidAt)).toISOString(),
    estimatedDeliveryDate: (method === null ? paidAt : estimatedDeliveryAt(method, paidAt)).toISOString(),
    fee: dollarsFromMinor(feeMinor),
    availableBalance: dollarsFromMinor(availableMinor),
    balanceAfter: covers ? dollarsFromMinor(availableMinor - totalMinor) : null,
    warnings: [
      ...(obstacles ?? (covers ? [] : [fundsWarning({ request, totalMinor, availableMinor, feeMinor })])),
      ...(canBeApproved
        ? []
        : [warning("notEnoughApprovers", "Not enough people may approve it now: add approvers, or change the rule")]),
      ...(obstacles === undefined ? coolingWarnings(terms, now) : []),
      ...(payee === undefined ? [] : payeeWarnings(payee, now)),
      ...(obstacles?.some(({ code }) => code === "duplicatePayment")
        ? []
        : await duplicateWarnings(service, organizationId, request)),
    ],
  };
}

interface Funds {
  readonly request: Instruction;
  readonly totalMinor: bigint;
  readonly availableMinor: bigint;
  readonly feeMinor: bigint;
}

const fundsWarning = ({ request, totalMinor, availableMinor, feeMinor }: Funds): Warning =>
  warning(
    "insufficientFunds",
    `Not enough: $${formatUsd(totalMinor - availableMinor)} short. $${formatUsd(availableMinor)} is available, and must cover ${coveredBy(request, feeMinor)} when it is approved`,
  );

const coveredBy = ({ kind }: Instruction, feeMinor: bigint): string =>
  feeMinor > 0n ? "the payment and its fee" : `the ${kind}`;

/** From when on changed bank details can be paid to; undefined when they can be now. */
export function coolsOffUntil({ payee, routingId, coolingOffHours }: Looked["terms"], now: Date): Date | undefined {
  const firstChange = payee?.first_changed_routing_id ?? null;
  // Ids rise: everything since the first change is one.
  if (routingId === null || firstChange === null || routingId < firstChange) return undefined;
  const until = coolingOffEndsAt(routingId, coolingOffHours);
  return until > now ? until : undefined;
}

function coolingWarnings(terms: Looked["terms"], now: Date): readonly Warning[] {
  const { payee } = terms;
  const until = coolsOffUntil(terms, now);
  if (payee === undefined || until === undefined) return [];
  const message = `The name or bank details of ${payee.name} changed recently: payments resume at ${until.toISOString()}`;
  return [warning("bankDetailsCoolingOff", message)];
}

function payeeWarnings(payee: Payee, now: Date): readonly Warning[] {
  if (payee.date_last_paid === null) return [warning("neverPaid", `${payee.name} was never paid before`)];
  const young = payee.routing_since !== null && payee.routing_since > plusMs(now, -DETAILS_YOUNG_MS);
  return young
    ? [warning("bankDetailsChanged", `The name or bank details of ${payee.name} changed less than three days ago`)]
    : [];
}

async function duplicateWarnings(
  { database, clock }: Service,
  organizationId: OrganizationId,
  request: Instruction,
): Promise<readonly Warning[]> {
  if (request.kind === "transfer") return [];
  const like = await likeIt(database, organizationId, { request, since: plusMs(clock.now(), -DAY_MS) });
  return like === undefined
    ? []
    : [
        warning(
          "possibleDuplicate",
          `${like.kind === "request" ? "Another open request" : "A payment of the last 24 hours"} is for the same recipient, account, amount and method`,
        ),
      ];
}
