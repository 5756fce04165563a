/** What happened to a payment, as its bank answers. */
export const answerOutcomes = ["confirmed", "rejected", "returned", "blocked"] as const;
export type AnswerOutcome = (typeof answerOutcomes)[number];
