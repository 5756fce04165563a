/**
 * Active currencies with a minor unit (ISO 4217, maintenance agency SIX, list one of January 2026), and the digits after
 * the decimal point where they are not two. Funds codes without money of their own are left out, and so are codes
 * without a minor unit (gold, special drawing rights).
 */
const TWO_DECIMALS = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE
  CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR
  KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB
  PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY
  TTD TWD TZS UAH USD UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
  ANG BGN CUC HRK`;

const OTHER_DECIMALS: readonly (readonly [decimals: number, codes: string])[] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
];

const codesIn = (list: string): readonly string[] => list.trim().split(/\s+/);

const decimals: ReadonlyMap<string, number> = new Map([
  ...codesIn(TWO_DECIMALS).map((code) => [code, 2] as const),
  ...OTHER_DECIMALS.flatMap(([count, list]) => codesIn(list).map((code) => [code, count] as const)),
]);

/** Digits after the decimal point of a currency: USD 2, JPY 0, KWD 3. Undefined for an unknown code. */
export const findCurrencyDecimals = (currency: string): number | undefined => decimals.get(currency);
