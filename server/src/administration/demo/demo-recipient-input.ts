import type { CreateRecipientInput } from "#money/recipients";
import type { DemoRecipient } from "./demo-company.ts";

/** A demo recipient as a body of POST /recipients. */
export function recipientInput({
  name,
  email,
  isBusiness,
  methods,
  routingNumber,
  accountNumber,
  bankName,
  address,
}: DemoRecipient): CreateRecipientInput {
  const { state, ...lines } = address;
  const full = { ...lines, region: state, country: "US" };
  const bank = { accountNumber, routingNumber, bankName, address: full };
  const has = (method: DemoRecipient["methods"][number]): boolean => methods.includes(method);
  return {
    name,
    emails: [email],
    isBusiness,
    ...(has("ach")
      ? {
          electronicRoutingInfo: {
            ...bank,
            electronicAccountType: isBusiness ? "businessChecking" : "personalChecking",
          },
        }
      : {}),
    ...(has("domesticWire") ? { domesticWireRoutingInfo: bank } : {}),
    ...(has("realTimePayment") ? { realTimePaymentRoutingInfo: bank } : {}),
    ...(has("check") ? { checkInfo: { address: full } } : {}),
  };
}
