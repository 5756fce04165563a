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
  ...["whole", "late", "repeated", "malformed", "contradiction"].map((fault) => `bank file: ${fault}`),
  ...["failed", "receipt lost", "receiver down"].map((fault) => `webhook: ${fault}`),
  ...[
    "payment",
    "request",
    "person",
    "hand-over",
    "file-rails",
    "bank-files",
    "bank-answers",
    "webhook-deliveries",
  ].flatMap((what) =>
    ["cut", "loseAnswer", "die", "dieAfter"].flatMap((fault) =>
      ["a statement", "commit"].map((moment) => `struck: ${what}, ${fault} at ${moment}`),
    ),
  ),
];

export class Coverage {
  readonly #counts = new Map<string, number>();

  add(reached: ReadonlyMap<string, number>): void {
    for (const [what, count] of reached) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }
  counts(): readonly (readonly [what: string, count: number])[] {
    return [...this.#counts].sort(([left], [right]) => (left < right ? -1 : 1));
  }
  reached(): number {
    return expected.length - this.neverReached().length;
  }
  expected(): number {
    return expected.length;
  }
  neverReached(): readonly string[] {
    return expected.filter((what) => !this.#counts.has(what));
  }
}
