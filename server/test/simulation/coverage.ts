import { diskFaults } from "./storage.ts";
import { type Moment, wireFaults } from "./wire.ts";

/** What a swarm is meant to reach, by the names that runs report; what it never reached is listed. */
const expected: readonly string[] = [
  ...["sent", "failed", "reversed", "cancelled"].map((status) => `ended: ${status}`),
  ...["200", "503", "no answer", "answer lost"].map((outcome) => `payment: ${outcome}`),
  ...["duplicatePayment", "insufficientFunds", "approvalRequired"].map((code) => `payment: ${code}`),
  ...["200", "no answer", "answer lost"].map((outcome) => `request: ${outcome}`),
  ...["200", "no answer", "answer lost", "insufficientFunds"].map((outcome) => `transfer: ${outcome}`),
  ...["approved", "pendingApproval", "no answer", "requestChanged", "alreadyReviewed", "ownRequest"].map(
    (outcome) => `approve: ${outcome}`,
  ),
  "approve own: ownRequest",
  "reject: rejected",
  "rule: proposed",
  "rule confirmed: 200",
  "settings alone: 202",
  "cancel: 200",
  "cancel: notCancellable",
  "edit: 200",
  "key rotation: done",
  "incoming payment",
  "incoming payment of an invoice",
  ...["200", "no answer", "answer lost"].map((outcome) => `invoice: ${outcome}`),
  ...["Paid", "partly paid", "Cancelled"].map((end) => `invoice ended: ${end}`),
  ...diskFaults.map((fault) => `disks: ${fault}`),
  ...["put", "get", "confirm"].map((access) => `storage: ${access} failed`),
  ...["whole", "late", "repeated", "malformed", "contradiction", "wrong statement"].map(
    (fault) => `bank file: ${fault}`,
  ),
  ...["failed", "receipt lost", "receiver down"].map((fault) => `webhook: ${fault}`),
];

/** In these steps, every fault must meet every moment. */
const struckSteps: readonly string[] = [
  "payment",
  "request",
  "person",
  "transfer",
  "hand-over",
  "file-rails",
  "bank-files",
  "bank-answers",
  "webhook-fan-out",
  "webhook-deliveries",
];
/** Others fail like those before and after them. */
const struckMoments: readonly Moment[] = ["a statement", "commit", "a statement that commits", "create_payments"];

export class Coverage {
  readonly #counts = new Map<string, number>();

  add(reached: ReadonlyMap<string, number>): void {
    for (const [what, count] of reached) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }
  counts(): readonly (readonly [what: string, count: number])[] {
    return [...this.#counts].sort(([left], [right]) => (left < right ? -1 : 1));
  }
  reached(): number {
    return this.expected() - this.neverReached().length;
  }
  expected(): number {
    return this.#expected().length;
  }
  neverReached(): readonly string[] {
    return this.#expected().filter((what) => !this.#counts.has(what));
  }
  /** Steps are struck only at moments that they have: most jobs never commit a statement alone, and some only that. */
  #expected(): readonly string[] {
    const places = struckSteps.flatMap((step) =>
      struckMoments.filter((moment) => this.#counts.has(`seen: ${step} at ${moment}`)).map((moment) => [step, moment]),
    );
    const struck = places.flatMap(([step, moment]) =>
      wireFaults.map((fault) => `struck: ${step}, ${fault} at ${moment}`),
    );
    return [...expected, ...struckSteps.map((step) => `seen: ${step} at a statement`), ...struck];
  }
}
