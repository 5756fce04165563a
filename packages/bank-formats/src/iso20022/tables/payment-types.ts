import { choice, optional, repeated, sequence } from "../schema/element-types.ts";
import {
  ClearingChannel2Code,
  Instruction3Code,
  Instruction4Code,
  Priority2Code,
  SequenceType3Code,
} from "./code-lists.ts";
import {
  ExternalCategoryPurpose1Code,
  ExternalCreditorAgentInstruction1Code,
  ExternalLocalInstrument1Code,
  ExternalPurpose1Code,
  ExternalServiceLevel1Code,
  Max35Text,
  Max140Text,
} from "./simple-types.ts";

/** Payment type: instruction priority, service level, local instrument, category purpose, and purpose. */

export const CategoryPurpose1Choice = choice("CategoryPurpose1Choice", {
  Cd: ExternalCategoryPurpose1Code,
  Prtry: Max35Text,
});

export const InstructionForCreditorAgent1 = sequence("InstructionForCreditorAgent1", {
  Cd: optional(Instruction3Code),
  InstrInf: optional(Max140Text),
});

export const InstructionForCreditorAgent3 = sequence("InstructionForCreditorAgent3", {
  Cd: optional(ExternalCreditorAgentInstruction1Code),
  InstrInf: optional(Max140Text),
});

export const InstructionForNextAgent1 = sequence("InstructionForNextAgent1", {
  Cd: optional(Instruction4Code),
  InstrInf: optional(Max140Text),
});

export const LocalInstrument2Choice = choice("LocalInstrument2Choice", {
  Cd: ExternalLocalInstrument1Code,
  Prtry: Max35Text,
});

export const ServiceLevel8Choice = choice("ServiceLevel8Choice", {
  Cd: ExternalServiceLevel1Code,
  Prtry: Max35Text,
});

export const PaymentTypeInformation27 = sequence("PaymentTypeInformation27", {
  InstrPrty: optional(Priority2Code),
  ClrChanl: optional(ClearingChannel2Code),
  SvcLvl: repeated(ServiceLevel8Choice),
  LclInstrm: optional(LocalInstrument2Choice),
  SeqTp: optional(SequenceType3Code),
  CtgyPurp: optional(CategoryPurpose1Choice),
});

export const Purpose2Choice = choice("Purpose2Choice", {
  Cd: ExternalPurpose1Code,
  Prtry: Max35Text,
});
