import { choice, optional, repeated, sequence } from "../schema/element-types.ts";
import { SignatureEnvelope } from "../tables/amounts-and-dates.ts";
import { CopyDuplicate1Code } from "../tables/code-lists.ts";
import { BranchAndFinancialInstitutionIdentification6, PartyIdentification135 } from "../tables/parties-and-agents.ts";
import {
  BusinessMessagePriorityCode,
  ISODateTime,
  Max35Text,
  Max350Text,
  Max2048Text,
  UnicodeChartsCode,
  YesNoIndicator,
} from "../tables/simple-types.ts";

/** BusinessApplicationHeader: sender, receiver, and kind of the message that follows. */

const Party44Choice = choice("Party44Choice", {
  OrgId: PartyIdentification135,
  FIId: BranchAndFinancialInstitutionIdentification6,
});

const BusinessApplicationHeader5 = sequence("BusinessApplicationHeader5", {
  CharSet: optional(UnicodeChartsCode),
  Fr: Party44Choice,
  To: Party44Choice,
  BizMsgIdr: Max35Text,
  MsgDefIdr: Max35Text,
  BizSvc: optional(Max35Text),
  CreDt: ISODateTime,
  CpyDplct: optional(CopyDuplicate1Code),
  PssblDplct: optional(YesNoIndicator),
  Prty: optional(BusinessMessagePriorityCode),
  Sgntr: optional(SignatureEnvelope),
});

const ImplementationSpecification1 = sequence("ImplementationSpecification1", {
  Regy: Max350Text,
  Id: Max2048Text,
});

export const BusinessApplicationHeaderV02 = sequence("BusinessApplicationHeaderV02", {
  CharSet: optional(UnicodeChartsCode),
  Fr: Party44Choice,
  To: Party44Choice,
  BizMsgIdr: Max35Text,
  MsgDefIdr: Max35Text,
  BizSvc: optional(Max35Text),
  MktPrctc: optional(ImplementationSpecification1),
  CreDt: ISODateTime,
  BizPrcgDt: optional(ISODateTime),
  CpyDplct: optional(CopyDuplicate1Code),
  PssblDplct: optional(YesNoIndicator),
  Prty: optional(BusinessMessagePriorityCode),
  Sgntr: optional(SignatureEnvelope),
  Rltd: repeated(BusinessApplicationHeader5),
});
