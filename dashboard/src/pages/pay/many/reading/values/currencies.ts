const symbols: Readonly<Record<string, string>> = {
  $: "USD",
  us$: "USD",
  usd: "USD",
  usd$: "USD",
  dollars: "USD",
  dollar: "USD",
  "us dollar": "USD",
  "us dollars": "USD",
  "€": "EUR",
  euro: "EUR",
  euros: "EUR",
  "£": "GBP",
  "¥": "JPY",
  "￥": "JPY",
  "₹": "INR",
  rs: "INR",
  "₽": "RUB",
  "₩": "KRW",
  "₺": "TRY",
  "₴": "UAH",
  zł: "PLN",
  kč: "CZK",
  kr: "SEK",
  fr: "CHF",
  sfr: "CHF",
  r$: "BRL",
  c$: "CAD",
  ca$: "CAD",
  a$: "AUD",
  au$: "AUD",
  nz$: "NZD",
  mx$: "MXN",
  hk$: "HKD",
  s$: "SGD",
};

const codes: ReadonlySet<string> = new Set(
  "USD EUR GBP CHF JPY CNY CAD AUD NZD SEK NOK DKK PLN CZK HUF RON BGN ISK TRY ILS INR SGD HKD KRW THB MXN BRL ARS CLP COP PEN ZAR AED SAR RUB UAH PHP IDR MYR VND NGN KES EGP".split(
    " ",
  ),
);

/** The code of a currency by its symbol or code; undefined for other texts. */
export function currencyOf(text: string): string | undefined {
  const plain = text.trim().toLowerCase();
  if (plain === "" || plain.length > 12) return undefined;
  const ofSymbol = Object.hasOwn(symbols, plain) ? symbols[plain] : undefined;
  if (ofSymbol !== undefined) return ofSymbol;
  const code = plain.toUpperCase();
  return codes.has(code) ? code : undefined;
}
