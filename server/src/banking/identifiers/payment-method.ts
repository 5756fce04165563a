/** How a payment travels (specification §2), in the words of the API. */
export const paymentMethods = ["ach", "check", "domesticWire", "internationalWire", "realTimePayment"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
