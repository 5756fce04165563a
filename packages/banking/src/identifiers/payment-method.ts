/** Payment methods (specification §2), named as in the API. */
export const paymentMethods = ["ach", "check", "domesticWire", "internationalWire", "realTimePayment"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
