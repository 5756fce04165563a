import { codes, pattern } from "../../schema/simple-types.ts";

/** Texts and code lists that the version of 2019 no longer has. */

export const AnyBICIdentifier = pattern("AnyBICIdentifier", /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/);
export const BICIdentifier = pattern("BICIdentifier", /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/);
export const ISINIdentifier = pattern("ISINIdentifier", /^[A-Z0-9]{12}$/);
export const BalanceType12Code = codes("BalanceType12Code", "XPCD OPAV ITAV CLAV FWAV CLBD ITBD OPBD PRCD INFO");
export const CashAccountType4Code = codes(
  "CashAccountType4Code",
  "CASH CHAR COMM TAXE CISH TRAS SACC CACC SVGS ONDP MGLD NREX MOMA LOAN SLRY ODFT",
);
export const ChargeType1Code = codes("ChargeType1Code", "BRKF COMM");
export const DocumentType5Code = codes(
  "DocumentType5Code",
  "MSIN CNFA DNFA CINV CREN DEBN HIRI SBIN CMCN SOAC DISP BOLD VCHR AROI TSUT",
);
export const EntryStatus2Code = codes("EntryStatus2Code", "BOOK PDNG INFO");
export const NamePrefix1Code = codes("NamePrefix1Code", "DOCT MIST MISS MADM");
