import type { BusinessHeader, EnvelopeElement } from "../documents/read-message.ts";
import type { NamedMessage } from "../messages/message-tables.ts";
import { type AgentFacts, agentElement } from "./party-elements.ts";

export interface BusinessHeaderFacts {
  readonly from: AgentFacts;
  readonly to: AgentFacts;
  /** Usually the message's own identification. */
  readonly messageId: string;
  /** `swift.cbprplus.03` and the like: the usage guidelines that the message follows. */
  readonly businessService?: string;
  readonly createdAt: string;
  /** Sent before, and perhaps received. */
  readonly isPossibleDuplicate?: boolean;
}

/** BusinessApplicationHeader (head.001.001.02) for a message. */
export const businessHeader = (message: NamedMessage, facts: BusinessHeaderFacts): BusinessHeader => ({
  Fr: { FIId: agentElement(facts.from) },
  To: { FIId: agentElement(facts.to) },
  BizMsgIdr: facts.messageId,
  MsgDefIdr: message.name,
  BizSvc: facts.businessService,
  CreDt: facts.createdAt,
  PssblDplct: facts.isPossibleDuplicate,
});

/** SWIFT's file envelope (SWIFTNet FINplus user handbook, "Business envelope"). */
export const swiftEnvelope: readonly EnvelopeElement[] = [{ name: "Envelope", namespace: "urn:swift:xsd:envelope" }];

const FEDWIRE_NAMES = {
  "pacs.002.001.10": "FedwireFundsPaymentStatus",
  "pacs.004.001.10": "FedwireFundsPaymentReturn",
  "pacs.008.001.08": "FedwireFundsCustomerCreditTransfer",
} as const;

/** Messages that have a Fedwire envelope here. */
export type FedwireMessageName = keyof typeof FEDWIRE_NAMES;

/**
 * Fedwire's envelope (Fedwire Funds Service ISO 20022 technical specifications): `incoming` is what a bank sends to
 * the service, `outgoing` what it receives. A bank that takes these messages from customers says which version of the
 * header it expects: the service itself has moved on to head.001.001.03.
 */
export function fedwireEnvelope(
  direction: "incoming" | "outgoing",
  name: FedwireMessageName,
): readonly EnvelopeElement[] {
  const namespace = `urn:fedwirefunds:${direction}:v001`;
  const outer = direction === "incoming" ? "FedwireFundsIncoming" : "FedwireFundsOutgoing";
  return [outer, `${outer}Message`, FEDWIRE_NAMES[name]].map((element) => ({ name: element, namespace }));
}
