import type { MessageContent, NamedMessage } from "../messages/message-tables.ts";
import { type NetworkName, type NetworkProfile, networkProfiles } from "../profiles/network-profiles.ts";
import { networkTransferProblems } from "../profiles/network-transfer-rules.ts";
import type { CurrencyAmount } from "../schema/element-types.ts";
import { Iso20022Error } from "../schema/problems.ts";
import {
  type AccountFacts,
  type AgentFacts,
  accountElement,
  agentElement,
  type PartyFacts,
  partyElement,
} from "./party-elements.ts";

/** A credit transfer between banks (pacs.008), as Fedwire, RTP, FedNow, or SWIFT wants it. */
export interface NetworkTransfer {
  /** Fedwire: the IMAD. FedNow: date, connection party, and reference. */
  readonly messageId: string;
  readonly createdAt: string;
  readonly instructionId: string;
  readonly endToEndId: string;
  readonly transactionId?: string;
  /** Written wherever the network has a place for it. */
  readonly uetr: string;
  readonly amount: CurrencyAmount;
  /** What the debtor instructed, if the amount or its currency differs from the settled one. */
  readonly instructedAmount?: CurrencyAmount;
  readonly settlementDate: string;
  /** SWIFT only; the other networks have one answer. */
  readonly chargeBearer?: "DEBT" | "SHAR" | "CRED";
  /** Charges already taken, SWIFT only. */
  readonly charges?: readonly { readonly amount: CurrencyAmount; readonly agent: AgentFacts }[];
  /** Whether a person or a business pays: RTP and FedNow require it. */
  readonly debtorKind?: "consumer" | "business" | undefined;
  readonly debtor: PartyFacts;
  readonly debtorAccount: AccountFacts;
  readonly debtorAgent: AgentFacts;
  readonly intermediaryAgent?: AgentFacts;
  readonly creditorAgent: AgentFacts;
  readonly creditor: PartyFacts;
  readonly creditorAccount: AccountFacts;
  readonly purpose?: string;
  readonly remittance?: string;
}

type Transfer = MessageContent<"pacs.008.001.08">["CdtTrfTxInf"][number];

/**
 * The message for a network. Throws Iso20022Error if the transfer violates a rule of the network, so that it is never
 * rejected there for a reason we could have known.
 */
export function networkTransfer(network: NetworkName, transfer: NetworkTransfer): NamedMessage<"pacs.008.001.08"> {
  const profile = networkProfiles[network];
  const { clearingSystem } = profile;
  const content: MessageContent<"pacs.008.001.08"> = {
    GrpHdr: {
      MsgId: transfer.messageId,
      CreDtTm: transfer.createdAt,
      NbOfTxs: "1",
      ...(profile.hasTotalInHeader
        ? { TtlIntrBkSttlmAmt: transfer.amount, IntrBkSttlmDt: transfer.settlementDate }
        : {}),
      SttlmInf:
        clearingSystem === undefined ? { SttlmMtd: "INDA" } : { SttlmMtd: "CLRG", ClrSys: { Cd: clearingSystem } },
    },
    CdtTrfTxInf: [transferElement(profile, transfer)],
  };
  const problems = networkTransferProblems(network, content);
  if (problems.length > 0) throw new Iso20022Error(problems);
  return { name: "pacs.008.001.08", content };
}

function transferElement(profile: NetworkProfile, transfer: NetworkTransfer): Transfer {
  const agentOf = (agent: AgentFacts) => (profile.agents === "routingNumber" ? plainAgent(agent) : agentElement(agent));
  return {
    PmtId: {
      InstrId: transfer.instructionId,
      EndToEndId: transfer.endToEndId,
      TxId: transfer.transactionId,
      UETR: profile.needsUetr ? transfer.uetr : undefined,
    },
    PmtTpInf: paymentTypeOf(profile, transfer),
    IntrBkSttlmAmt: transfer.amount,
    IntrBkSttlmDt: profile.hasTotalInHeader ? undefined : transfer.settlementDate,
    InstdAmt: transfer.instructedAmount,
    ChrgBr: transfer.chargeBearer ?? profile.chargeBearers[0],
    ChrgsInf: transfer.charges?.map(({ amount, agent }) => ({ Amt: amount, Agt: agentOf(agent) })),
    InstgAgt: agentOf(onlyId(transfer.debtorAgent)),
    InstdAgt: agentOf(onlyId(transfer.intermediaryAgent ?? transfer.creditorAgent)),
    IntrmyAgt1: transfer.intermediaryAgent && agentOf(transfer.intermediaryAgent),
    Dbtr: partyElement(transfer.debtor),
    DbtrAcct: accountElement(transfer.debtorAccount),
    DbtrAgt: agentOf(transfer.debtorAgent),
    CdtrAgt: agentOf(transfer.creditorAgent),
    Cdtr: partyElement(transfer.creditor),
    CdtrAcct: accountElement(transfer.creditorAccount),
    Purp: transfer.purpose === undefined ? undefined : { Cd: transfer.purpose },
    RmtInf: transfer.remittance === undefined ? undefined : { Ustrd: [transfer.remittance] },
  };
}

/** RTP identifies participants by routing number without naming the clearing system. */
const plainAgent = ({ routingNumber }: AgentFacts): NonNullable<Transfer["InstgAgt"]> => ({
  FinInstnId: { ClrSysMmbId: routingNumber === undefined ? undefined : { MmbId: routingNumber } },
});

/** Instructing and instructed agents are identified, not described. */
const onlyId = ({ bic, routingNumber }: AgentFacts): AgentFacts => ({
  ...(bic === undefined ? {} : { bic }),
  ...(routingNumber === undefined ? {} : { routingNumber }),
});

function paymentTypeOf(profile: NetworkProfile, { debtorKind }: NetworkTransfer): Transfer["PmtTpInf"] {
  const [instrument] = profile.localInstruments ?? [];
  const category = debtorKind === undefined ? undefined : profile.categoryPurposes?.[debtorKind];
  if (instrument === undefined && category === undefined) return undefined;
  return {
    SvcLvl: profile.serviceLevel === undefined ? undefined : [{ Cd: profile.serviceLevel }],
    LclInstrm: instrument === undefined ? undefined : { Prtry: instrument },
    CtgyPurp: category === undefined ? undefined : { Prtry: category },
  };
}
