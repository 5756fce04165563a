import type {
  BranchAndFinancialInstitutionIdentification6,
  CashAccount38,
  PartyIdentification135,
} from "../messages/generated.ts";
import type { ValueOf } from "../schema/element-types.ts";

/** Who pays, who is paid, and where: facts about them, and the elements that carry these facts. */

/** A postal address. Town and country are required: networks reject an address without them. */
export interface AddressFacts {
  readonly streetName?: string;
  readonly buildingNumber?: string;
  readonly postCode?: string;
  readonly townName: string;
  /** A US state, for example `NY`. */
  readonly countrySubDivision?: string;
  /** ISO 3166, two letters. */
  readonly country: string;
  /** Up to two lines for what the other fields cannot say, never repeating them. */
  readonly addressLines?: readonly string[];
}

export interface PartyFacts {
  readonly name: string;
  readonly address?: AddressFacts;
  /** Legal entity identifier (ISO 17442) of an organization. */
  readonly lei?: string;
  /** A number that the bank assigned to an organization: `OrgId/Othr/Id`. */
  readonly bankAssignedId?: string;
}

export interface AccountFacts {
  /** A number that is not an IBAN, such as a US account number; or an IBAN. */
  readonly number: { readonly iban: string } | { readonly other: string };
  /** ExternalCashAccountType1Code: `CACC` for checking, `SVGS` for savings. */
  readonly type?: string;
  readonly currency?: string;
}

/** A bank: by its US routing number, its BIC, or both. */
export interface AgentFacts {
  readonly routingNumber?: string;
  readonly bic?: string;
  /** Its code in a national clearing system: ExternalClearingSystemIdentification1Code, such as AUBSB, and the code. */
  readonly member?: { readonly clearingSystem: string; readonly id: string };
  readonly name?: string;
  readonly address?: AddressFacts;
}

/** ExternalClearingSystemIdentification1Code of ABA routing numbers. */
const US_ROUTING_NUMBERS = "USABA";

/** The parts that both versions of the address have. */
export const addressElement = (address: AddressFacts) => ({
  StrtNm: address.streetName,
  BldgNb: address.buildingNumber,
  PstCd: address.postCode,
  TwnNm: address.townName,
  CtrySubDvsn: address.countrySubDivision,
  Ctry: address.country,
  AdrLine: address.addressLines,
});

export const partyElement = ({
  name,
  address,
  lei,
  bankAssignedId,
}: PartyFacts): ValueOf<typeof PartyIdentification135> => ({
  Nm: name,
  PstlAdr: address && addressElement(address),
  Id:
    lei === undefined && bankAssignedId === undefined
      ? undefined
      : { OrgId: { LEI: lei, Othr: bankAssignedId === undefined ? undefined : [{ Id: bankAssignedId }] } },
});

export const accountElement = ({ number, type, currency }: AccountFacts): ValueOf<typeof CashAccount38> => ({
  Id: "iban" in number ? { IBAN: number.iban } : { Othr: { Id: number.other } },
  Tp: type === undefined ? undefined : { Cd: type },
  Ccy: currency,
});

export const agentElement = (agent: AgentFacts): ValueOf<typeof BranchAndFinancialInstitutionIdentification6> => ({
  FinInstnId: {
    BICFI: agent.bic,
    ClrSysMmbId: memberElement(agent),
    Nm: agent.name,
    PstlAdr: agent.address && addressElement(agent.address),
  },
});

/** The same in both versions of an agent. */
export function memberElement({ routingNumber, member }: AgentFacts) {
  if (routingNumber !== undefined) return { ClrSysId: { Cd: US_ROUTING_NUMBERS }, MmbId: routingNumber };
  return member && { ClrSysId: { Cd: member.clearingSystem }, MmbId: member.id };
}
