/** What the load generator is to do: written to its standard input as JSON. */
export interface LoadPlan {
  readonly port: number;
  readonly connections: number;
  /** Requests before the measurement, to let compilers and caches settle. Counted for their status only. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly requests: PaymentRequests | ReadRequests;
}

/**
 * Payments that all differ: number n pays from account n mod A, recipient (n / A) mod R, with an amount that a pair sees
 * once, so neither the key nor the duplicate guard ever refuses one.
 */
export interface PaymentRequests {
  readonly kind: "payments";
  readonly token: string;
  readonly accountIds: readonly string[];
  readonly recipientIds: readonly string[];
  /** Distinguishes the keys of this run from those of every other. */
  readonly runName: string;
  readonly firstNumber: number;
  /** Every tenth payment is one that must be rejected, or repeated: one kind after the other. */
  readonly rejections?: { readonly emptyAccountId: string } | undefined;
}

export interface ReadRequests {
  readonly kind: "reads";
  readonly token: string;
  readonly paths: readonly string[];
}

/** What it found: read from its standard output as JSON. */
export interface LoadResult {
  /** Answers received within the measured seconds. */
  readonly answers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Answers in each of the measured seconds. */
  readonly eachSecond: readonly number[];
  /** Every answer by status, the warm-up's too. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly firstRefusal: string | undefined;
  /** The number after the last payment sent. */
  readonly nextNumber: number;
  /** Share of one processor the generator itself used: near 1 means that it was the bottleneck. */
  readonly generatorCpu: number;
}

/** Amounts are 10.00 to 10,010.02 dollars: k times a number prime to a prime modulus meets each of them once. */
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

/** Gives the text of request number n. All have one length: what varies is padded. */
export function requestTexts({ requests, port }: Pick<LoadPlan, "requests" | "port">): (n: number) => string {
  const common = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${requests.token}\r\n`;
  if (requests.kind === "reads") {
    const texts = requests.paths.map((path) => `GET ${path} HTTP/1.1\r\n${common}\r\n`);
    return (n) => texts[n % texts.length] ?? "";
  }
  const { accountIds, recipientIds, runName } = requests;
  const recipients = recipientIds.map((id) => `{"recipientId":"${id}","amount":`);
  const middle = `,"paymentMethod":"ach","idempotencyKey":"${runName}-`;
  const end = `","externalMemo":"Invoice 42"}`;
  const length = (recipients[0]?.length ?? 0) + "10000.00".length + middle.length + KEY_DIGITS + end.length;
  const heads = accountIds.map(
    (id) =>
      `POST /account/${id}/transactions HTTP/1.1\r\n${common}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const accepted = (n: number) => {
    const head = heads[n % heads.length];
    const recipient = recipients[Math.floor(n / heads.length) % recipients.length];
    const cents = amountMinorOf(Math.floor(n / (heads.length * recipients.length)));
    // Cents of less than 2^53 divided by 100 print exactly; JSON allows the spaces in front.
    const amount = (cents / 100).toFixed(2).padStart(8);
    return head + (recipient ?? "") + amount + middle + String(n).padStart(KEY_DIGITS, "0") + end;
  };
  const { rejections } = requests;
  return rejections === undefined ? accepted : withRejections(accepted, rejections);
}

const REJECTED_EVERY = 10;
/** The payment a repeat or a duplicate refers to was sent so long before, and is decided by then. */
const EARLIER = 1_009;
const NOBODY = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b11";

/** Replaces every tenth payment by one with a fault. The heads say the length of the body, so faults keep it. */
function withRejections(
  accepted: (n: number) => string,
  { emptyAccountId }: { readonly emptyAccountId: string },
): (n: number) => string {
  const key = (n: number) => `-${String(n).padStart(KEY_DIGITS, "0")}"`;
  const faults: readonly ((n: number) => string)[] = [
    (n) => accepted(n).replace(/"recipientId":"[^"]*"/, `"recipientId":"${NOBODY}"`),
    // Recipients of the benchmark have no check details. The amount is padded, and gives up what the longer word takes.
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
