/**
 * What each network requires of a customer credit transfer (pacs.008) beyond the message definition. Sources: Fedwire
 * Funds Service ISO 20022 implementation guide (Federal Reserve Banks, MyStandards, release of November 2026); FedNow
 * Service ISO 20022 implementation guide; RTP message specifications (The Clearing House); CBPR+ user handbook (SWIFT,
 * usage guidelines of November 2026).
 */
export type NetworkName = "fedwire" | "rtp" | "fednow" | "swift";

type ChargeBearer = "DEBT" | "SHAR" | "CRED" | "SLEV";

export interface NetworkProfile {
  readonly title: string;
  /** ExternalCashClearingSystem1Code; SWIFT settles over accounts. */
  readonly clearingSystem?: string;
  /** The only currency. */
  readonly currency?: string;
  /** The largest amount, in cents. A bank's own limit may be lower. */
  readonly amountMinorMax?: bigint;
  /** Which ones are allowed; the first is written unless the transfer says otherwise. */
  readonly chargeBearers: readonly [ChargeBearer, ...ChargeBearer[]];
  /** Whether charges already taken may be listed. */
  readonly hasCharges: boolean;
  /** Values of `LclInstrm/Prtry`; the first is written. */
  readonly localInstruments?: readonly string[];
  /** Values of `CtgyPurp/Prtry` by who pays; required if there are any. */
  readonly categoryPurposes?: Readonly<Record<"consumer" | "business", string>>;
  /** The only `SvcLvl/Cd`. */
  readonly serviceLevel?: string;
  /** How banks are identified: by routing number with or without the code `USABA`, or by BIC. */
  readonly agents: "USABA" | "routingNumber" | "BICFI";
  readonly needsUetr: boolean;
  /** Total and settlement date are in the group header. */
  readonly hasTotalInHeader: boolean;
  /** The form of `GrpHdr/MsgId`, and how to say it. */
  readonly messageId?: { readonly form: RegExp; readonly rule: string };
}

/** $10,000,000.00: RTP since February 2025, FedNow since November 2025. */
const INSTANT_AMOUNT_MINOR_MAX = 1_000_000_000n;

/** $9,999,999,999.99, the largest amount of a Fedwire message. */
const FEDWIRE_AMOUNT_MINOR_MAX = 999_999_999_999n;

export const networkProfiles: Readonly<Record<NetworkName, NetworkProfile>> = {
  fedwire: {
    title: "Fedwire Funds Service",
    clearingSystem: "FDW",
    currency: "USD",
    amountMinorMax: FEDWIRE_AMOUNT_MINOR_MAX,
    chargeBearers: ["SHAR", "DEBT", "CRED"],
    hasCharges: true,
    localInstruments: ["CTRC", "CTRD"],
    agents: "USABA",
    needsUetr: true,
    hasTotalInHeader: false,
    messageId: {
      form: /^\d{8}[A-Z0-9]{8}(?!000000)\d{6}$/,
      rule: "must be an IMAD: date, terminal, and sequence number",
    },
  },
  rtp: {
    title: "RTP network",
    clearingSystem: "TCH",
    currency: "USD",
    amountMinorMax: INSTANT_AMOUNT_MINOR_MAX,
    chargeBearers: ["SLEV"],
    hasCharges: false,
    localInstruments: ["STANDARD", "INTERMEDIARY", "ZELLE"],
    categoryPurposes: { consumer: "CONSUMER", business: "BUSINESS" },
    serviceLevel: "SDVA",
    agents: "routingNumber",
    needsUetr: false,
    hasTotalInHeader: true,
    messageId: {
      form: /^M20\d{6}\d{9}[A-Z]\d[A-Z][A-Z0-9]{4}\d{10}$/,
      rule: "must be M, the date, the participant, its connection, source, and serial, and a number of ten digits",
    },
  },
  fednow: {
    title: "FedNow Service",
    clearingSystem: "FDN",
    currency: "USD",
    amountMinorMax: INSTANT_AMOUNT_MINOR_MAX,
    chargeBearers: ["SLEV"],
    hasCharges: false,
    localInstruments: ["FDNA"],
    categoryPurposes: { consumer: "CONS", business: "BIZZ" },
    agents: "USABA",
    needsUetr: true,
    hasTotalInHeader: false,
    messageId: {
      form: /^20\d{6}\d{9}[A-Za-z0-9]{1,18}$/,
      rule: "must be the date, the sender's connection party of nine digits, and a reference of up to 18 letters and digits",
    },
  },
  swift: {
    title: "SWIFT (CBPR+)",
    chargeBearers: ["SHAR", "DEBT", "CRED"],
    hasCharges: true,
    agents: "BICFI",
    needsUetr: true,
    hasTotalInHeader: false,
  },
};
