import { controlSum } from "../documents/exact-sums.ts";
import type { MessageContent, NamedMessage } from "../messages/message-tables.ts";
import {
  type CustomerTransfer,
  type CustomerTransferBatch,
  type CustomerTransferFile,
  purposeElement,
} from "./customer-transfers.ts";
import {
  type AccountFacts,
  type AgentFacts,
  addressElement,
  memberElement,
  type PartyFacts,
} from "./party-elements.ts";

/** The same instructions as customer-transfers.ts, for banks that still require the version of 2009. */

type Initiation = MessageContent<"pain.001.001.03">;
type Batch = Initiation["PmtInf"][number];
type Transfer = Batch["CdtTrfTxInf"][number];

/**
 * CustomerCreditTransferInitiation of 2009 (pain.001.001.03). It has no place for UETR and LEI: they are left out, and
 * the bank assigns the UETR.
 */
export function customerTransfersV03(file: CustomerTransferFile): NamedMessage<"pain.001.001.03"> {
  const content: Initiation = {
    GrpHdr: {
      MsgId: file.messageId,
      CreDtTm: file.createdAt,
      ...totalsOf(file.batches),
      InitgPty: partyOf(file.initiatingParty),
    },
    PmtInf: file.batches.map(batchOf),
  };
  return { name: "pain.001.001.03", content };
}

const totalsOf = (batches: readonly CustomerTransferBatch[]) => {
  const amounts = batches.flatMap(({ transfers }) => transfers.map(({ amount }) => amount));
  return { NbOfTxs: String(amounts.length), CtrlSum: controlSum(amounts) };
};

const batchOf = (batch: CustomerTransferBatch): Batch => {
  const { serviceLevel, localInstrument, proprietaryInstrument, categoryPurpose, method } = batch.type;
  const proprietary = proprietaryInstrument === undefined ? undefined : { Prtry: proprietaryInstrument };
  return {
    PmtInfId: batch.batchId,
    PmtMtd: method,
    ...totalsOf([batch]),
    PmtTpInf: {
      SvcLvl: { Cd: serviceLevel },
      LclInstrm: localInstrument === undefined ? proprietary : { Cd: localInstrument },
      CtgyPurp: categoryPurpose === undefined ? undefined : { Cd: categoryPurpose },
    },
    ReqdExctnDt: batch.executionDate,
    Dbtr: partyOf(batch.debtor),
    DbtrAcct: accountOf(batch.debtorAccount),
    DbtrAgt: agentOf(batch.debtorAgent),
    CdtTrfTxInf: batch.transfers.map(transferOf),
  };
};

const transferOf = (transfer: CustomerTransfer): Transfer => ({
  PmtId: { InstrId: transfer.instructionId, EndToEndId: transfer.endToEndId },
  Amt: { InstdAmt: transfer.amount },
  ChrgBr: transfer.chargeBearer,
  IntrmyAgt1: transfer.intermediaryAgent && agentOf(transfer.intermediaryAgent),
  CdtrAgt: agentOf(transfer.creditorAgent),
  Cdtr: partyOf(transfer.creditor),
  CdtrAcct: accountOf(transfer.creditorAccount),
  Purp: purposeElement(transfer),
  RmtInf: transfer.remittance === undefined ? undefined : { Ustrd: [transfer.remittance] },
});

const partyOf = ({ name, address, bankAssignedId }: PartyFacts): Initiation["GrpHdr"]["InitgPty"] => ({
  Nm: name,
  PstlAdr: address && addressElement(address),
  Id: bankAssignedId === undefined ? undefined : { OrgId: { Othr: [{ Id: bankAssignedId }] } },
});

/** Types of accounts were a closed list in 2009. */
const accountOf = ({ number, type, currency }: AccountFacts): Batch["DbtrAcct"] => ({
  Id: "iban" in number ? { IBAN: number.iban } : { Othr: { Id: number.other } },
  Tp: type === "CACC" || type === "SVGS" ? { Cd: type } : undefined,
  Ccy: currency,
});

const agentOf = (agent: AgentFacts): Batch["DbtrAgt"] => ({
  FinInstnId: {
    BIC: agent.bic,
    ClrSysMmbId: memberElement(agent),
    Nm: agent.name,
    PstlAdr: agent.address && addressElement(agent.address),
  },
});
