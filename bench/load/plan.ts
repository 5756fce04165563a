/** The load generator's plan, written to its standard input as JSON. */
export interface LoadPlan {
  readonly port: number;
  /** Of other nodes of the service: connections are spread over all. */
  readonly otherPorts?: readonly number[] | undefined;
  readonly connections: number;
  /** Repeats requests that were answered with 503, or not at all, with the same key, as clients of several nodes do. */
  readonly retries?: boolean | undefined;
  /** Requests before the measurement, while compilers and caches warm up. Only their statuses are counted. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly requests: PaymentRequests | ReadRequests;
}

/** An organization that pays: from its accounts to its recipients. */
export interface Paying {
  readonly token: string;
  readonly accountIds: readonly string[];
  readonly recipientIds: readonly string[];
}

/**
 * Distinct payments: number n is from account n mod A to recipient (n / A) mod R, with an amount that is unique for the
 * pair, so neither the key nor the duplicate guard refuses it. Several organizations take turns.
 */
export interface PaymentRequests extends Paying {
  readonly kind: "payments";
  readonly others?: readonly Paying[] | undefined;
  /** Distinguishes the keys of this run from those of every other. */
  readonly runName: string;
  readonly firstNumber: number;
  /** Every tenth payment must be rejected or is a repeat, each kind in turn. */
  readonly rejections?: { readonly emptyAccountId: string } | undefined;
}

export interface ReadRequests {
  readonly kind: "reads";
  readonly token: string;
  readonly paths: readonly string[];
}

/** Its measurements, read from its standard output as JSON. */
export interface LoadResult {
  /** Responses received within the measured seconds. */
  readonly answers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Responses in each measured second. */
  readonly eachSecond: readonly number[];
  /** All responses by status, including the warm-up's. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly firstRefusal: string | undefined;
  /** Requests that were sent again. */
  readonly retried: number;
  /** The number after the last payment sent. */
  readonly nextNumber: number;
  /** The share of one processor that the generator used: near 1 means that it was the bottleneck. */
  readonly generatorCpu: number;
}

/** Amounts are 10.00 to 10,010.02 dollars: multiples of a fixed number modulo a prime take each value once. */
const DISTINCT_AMOUNTS = 1_000_003;
const SMALLEST_CENTS = 1_000;
const STRIDE = 611_953;

/** The amount of the k-th payment of a pair of account and recipient, in cents. */
export function amountMinorOf(k: number): number {
  if (k >= DISTINCT_AMOUNTS)
    throw new RangeError("The pair of account and recipient has no unused amount left: use more recipients");
  return SMALLEST_CENTS + ((k * STRIDE) % DISTINCT_AMOUNTS);
}

const KEY_DIGITS = 10;
const FIRST_INVOICE = 10 ** (KEY_DIGITS - 1);

/** Returns the text of request number n. All have the same length: variable parts are padded. */
export function requestTexts({ requests, port }: Pick<LoadPlan, "requests" | "port">): (n: number) => string {
  if (requests.kind === "reads") {
    const texts = requests.paths.map((path) => `GET ${path} HTTP/1.1\r\n${commonHeaders(requests, port)}\r\n`);
    return (n) => texts[n % texts.length] ?? "";
  }
  const { rejections, runName, others = [] } = requests;
  const each = [requests, ...others].map((paying) => paymentTexts(paying, { runName, port }));
  const accepted = (n: number) => each[n % each.length]?.(n, Math.floor(n / each.length)) ?? "";
  return rejections === undefined ? accepted : withRejections(accepted, rejections);
}

const commonHeaders = ({ token }: Pick<Paying, "token">, port: number): string =>
  `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`;

/** The text of request number n, which is payment number k of this organization. */
function paymentTexts(
  paying: Paying,
  { runName, port }: { readonly runName: string; readonly port: number },
): (n: number, k: number) => string {
  const { accountIds, recipientIds } = paying;
  const common = commonHeaders(paying, port);
  const recipients = recipientIds.map((id) => `{"recipientId":"${id}","amount":`);
  const middle = `,"paymentMethod":"ach","idempotencyKey":"${runName}-`;
  const memo = `","externalMemo":"Invoice `;
  const end = `"}`;
  const digits = 2 * KEY_DIGITS;
  const length = (recipients[0]?.length ?? 0) + "10000.00".length + middle.length + memo.length + end.length + digits;
  const heads = accountIds.map(
    (id) =>
      `POST /account/${id}/transactions HTTP/1.1\r\n${common}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return (n, k) => {
    const head = heads[k % heads.length];
    const recipient = recipients[Math.floor(k / heads.length) % recipients.length];
    const cents = amountMinorOf(Math.floor(k / (heads.length * recipients.length)));
    // Cents below 2^53 divided by 100 print exactly; JSON allows leading spaces.
    const amount = (cents / 100).toFixed(2).padStart(8);
    const key = String(n).padStart(KEY_DIGITS, "0");
    // Each payment has an invoice number of its own, which becomes searchable.
    const invoice = String(FIRST_INVOICE + n);
    return head + (recipient ?? "") + amount + middle + key + memo + invoice + end;
  };
}

const REJECTED_EVERY = 10;
/** A repeat or duplicate refers to a payment this many positions earlier, which is decided by then. */
const EARLIER = 1_009;
const NOBODY = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b11";

/** Replaces every tenth payment by one with a fault. Faults keep the length of the body, which the headers contain. */
function withRejections(
  accepted: (n: number) => string,
  { emptyAccountId }: { readonly emptyAccountId: string },
): (n: number) => string {
  const key = (n: number) => `-${String(n).padStart(KEY_DIGITS, "0")}"`;
  const faults: readonly ((n: number) => string)[] = [
    (n) => accepted(n).replace(/"recipientId":"[^"]*"/, `"recipientId":"${NOBODY}"`),
    // The benchmark's recipients have no check details. The amount loses as much padding as the longer word needs.
    (n) => accepted(n).replace(/"amount": *([\d.]+),"paymentMethod":"ach"/, (text) => withCheck(text)),
    (n) => accepted(n).replace(/^POST \/account\/[^/]+/, `POST /account/${emptyAccountId}`),
    (n) => accepted(n).replace(/^POST \/account\/[^/]+/, `POST /account/${NOBODY}`),
    (n) => accepted(n - EARLIER),
    (n) => accepted(n - EARLIER).replace(key(n - EARLIER), key(n)),
  ];
  return (n) => {
    const fault =
      n % REJECTED_EVERY === REJECTED_EVERY - 1 &&
      n > EARLIER &&
      faults[Math.floor(n / REJECTED_EVERY) % faults.length];
    return fault ? fault(n) : accepted(n);
  };
}

const withCheck = (text: string): string => {
  const plain = '"amount":1.00,"paymentMethod":"check"';
  return plain.replace('"amount":', `"amount":${" ".repeat(text.length - plain.length)}`);
};
