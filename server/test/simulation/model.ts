/**
 * What must be true, by what was acknowledged and by what crossed the bank's door. Written without the service's code:
 * it reads bank files as text, and knows nothing of tables.
 */

export type Method = "ach" | "realTimePayment" | "domesticWire" | "check";

/** Where a recipient's money goes: account numbers, and the name on checks. */
export type Way = "electronic" | "wire" | "check";
const ways: Readonly<Record<Method, Way>> = {
  ach: "electronic",
  realTimePayment: "electronic",
  domesticWire: "wire",
  check: "check",
};
/** The way of what is in a bank file. */
const wayOf = ({ rail }: BankEntry): Way => (rail === "wire" || rail === "check" ? rail : "electronic");

/** A client's intention, which it repeats with the same key until it is answered. */
export interface Intent {
  readonly name: string;
  readonly kind: "payment" | "request" | "transfer" | "invoice";
  readonly account: string;
  /** The account of a transfer, the customer of an invoice. */
  readonly recipient: string;
  readonly cents: number;
  readonly method: Method;
  readonly key: string;
  /** Who wants it. A token counts as the person who created it. */
  readonly by: string;
  readonly askedMs: number;
  /** `open`: never answered; the service may or may not have done it. */
  state: "open" | "accepted" | "refused";
  code?: string;
  /** The ID of the payment or request. */
  id?: string;
  /** The whole first answer, also if its client did not receive it. */
  answer?: string;
  acceptedMs?: number;
}

/** An approval that was given, or may have been. */
interface Approval {
  readonly person: string;
  /** The account number to which the recipient was paid at that time. */
  readonly destination: string;
  readonly isCertain: boolean;
}

export interface Request {
  readonly intent: Intent;
  readonly approvals: Approval[];
  paymentId?: string;
}

/** What is at the bank. */
export interface BankEntry {
  readonly rail: string;
  /** Of the payment's ID, or `check` and its number. */
  readonly ending: string;
  readonly cents: number;
  readonly destination: string;
  readonly file: string;
  readonly atMs: number;
  /** `YYMMDD`: the day on which the receiver of an ACH entry has the money, or on which a wire is executed. */
  readonly effective: string | undefined;
}

/** What the books say of a payment: read from the database, by a test that may read everything. */
export interface BookedPayment {
  readonly id: string;
  readonly account: string;
  readonly recipient: string;
  /** Positive. */
  readonly cents: number;
  readonly status: string;
  readonly requestId: string | undefined;
  /** `version status`, in order. */
  readonly events: readonly string[];
  readonly audits: number;
  /** Of checks that were printed for it. */
  readonly checkNumbers: readonly string[];
}

export interface BookedAccount {
  readonly account: string;
  readonly availableCents: number;
  readonly heldCents: number;
  /** The sums of its entries. */
  readonly enteredAvailableCents: number;
  readonly enteredHeldCents: number;
}

export interface Books {
  readonly payments: readonly BookedPayment[];
  readonly accounts: readonly BookedAccount[];
  /** Of all entries: debits minus credits. */
  readonly imbalanceCents: number;
  readonly quarantinedFiles: number;
  readonly openItems: number;
  readonly unprovenRows: readonly string[];
  readonly stoppedAccounts: number;
  /** Requests and how they ended. */
  readonly requests: readonly {
    readonly id: string;
    readonly status: string;
    readonly paymentId: string | undefined;
  }[];
  /** Bookings of the bank; debits are negative. */
  readonly movements: readonly { readonly account: string; readonly cents: number; readonly isOpen: boolean }[];
  readonly invoices: readonly {
    readonly id: string;
    readonly number: string;
    readonly status: string;
    readonly cents: number;
    readonly paidCents: number;
    /** The sum of its matches. */
    readonly matchedCents: number;
  }[];
  /** What customers paid. */
  readonly incoming: readonly {
    readonly account: string;
    readonly cents: number;
    /** The part that pays invoices. */
    readonly paysCents: number;
    readonly matchedCents: number;
  }[];
  readonly approvalAudits: number;
  readonly unfinished: readonly string[];
}

/** A law that does not hold, with what is concerned. */
export interface Violation {
  readonly law: string;
  readonly about: string;
  readonly details: string;
}

const HOUR_MS = 3_600_000;
/** Clocks of processes differ. */
const SKEW_MS = 5_000;

/** Days on which banks are closed besides weekends (Federal Reserve), while simulations run. */
const HOLIDAYS = ["261225", "270101", "270118", "270215", "270531", "270618", "270705", "270906"];

/**
 * The day on which a payment that is accepted now is received. ACH: the banking day after the next cut-off, 18:30 in New
 * York. Wires: the day of the next one, 17:00.
 */
export function effectiveDayOf(rail: string, acceptedMs: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(acceptedMs).toZonedDateTimeISO("America/New_York");
  const textOf = (date: Temporal.PlainDate) => date.toString().slice(2).replaceAll("-", "");
  const isClosed = (date: Temporal.PlainDate) => date.dayOfWeek > 5 || HOLIDAYS.includes(textOf(date));
  let day = local.toPlainDate();
  const isLate = local.hour * 60 + local.minute >= (rail === "wire" ? 17 * 60 : 18 * 60 + 30);
  if (isLate) day = day.add({ days: 1 });
  while (isClosed(day)) day = day.add({ days: 1 });
  if (rail === "wire") return textOf(day);
  do day = day.add({ days: 1 });
  while (isClosed(day));
  return textOf(day);
}

export class Model {
  /** Whether nothing may be late. */
  readonly #isPunctual: boolean;
  readonly intents: Intent[] = [];
  readonly requests = new Map<string, Request>();
  readonly violations: Violation[] = [];
  /** By recipient and way: account numbers, the current one last; one that may have been entered is in doubt. */
  readonly #destinations = new Map<string, { number: string; isCertain: boolean }[]>();
  /** The numbers of checks, by the payment's ID. */
  readonly #checks = new Map<string, readonly string[]>();
  readonly #entries = new Map<string, BankEntry[]>();
  /** Endings of payments that the bank says it rejected or returned, in files that the service could read. */
  readonly #rejected = new Set<string>();
  readonly #returned = new Set<string>();
  readonly #deposits = new Map<string, number>();
  /** What customers paid, whether or not a statement has said so. */
  readonly #paidIn = new Map<string, number>();
  readonly #byTerms = new Map<string, Intent[]>();
  /** By the ID of the payment or request. */
  readonly #byId = new Map<string, Intent>();
  readonly #byEnding = new Map<string, Intent>();
  /** All that was ever requested from an account. */
  readonly #wanted = new Map<string, number>();
  readonly #received = new Map<string, { readonly versions: number[]; isOutOfOrder: boolean }>();
  readonly #cancelled = new Set<string>();
  readonly #maybeCancelled = new Set<string>();
  /** How many approvals a payment to a recipient takes, since when; in doubt while a change may have happened. */
  readonly #required = new Map<string, { sinceMs: number; approvals: number; isCertain: boolean }[]>();
  readonly acceptedApprovals = { certain: 0, possible: 0 };
  /** Their texts: the same bytes again are a repetition, which needs nobody. */
  readonly #malformed = new Set<string>();
  /** Accounts by their number at the bank. */
  readonly #accounts = new Map<string, string>();
  /** The lines of statements that arrived, by account, number, and day. */
  readonly #statements = new Map<string, { readonly account: string; readonly lines: readonly StatementLine[] }>();

  constructor({ isPunctual }: { readonly isPunctual: boolean }) {
    this.#isPunctual = isPunctual;
  }

  violate(law: string, about: string, details: string): void {
    if (this.violations.length < 50) this.violations.push({ law, about, details });
  }

  /** A client wants something from now on. */
  add(intent: Intent): void {
    this.intents.push(intent);
    const terms = termsOf(intent);
    this.#byTerms.set(terms, [...(this.#byTerms.get(terms) ?? []), intent]);
    if (intent.kind !== "invoice")
      this.#wanted.set(intent.account, (this.#wanted.get(intent.account) ?? 0) + intent.cents);
  }

  accountIs(number: string, account: string): void {
    this.#accounts.set(number, account);
  }
  deposit(account: string, cents: number): void {
    this.#deposits.set(account, (this.#deposits.get(account) ?? 0) + cents);
  }
  paidIn(account: string, cents: number): void {
    this.#paidIn.set(account, (this.#paidIn.get(account) ?? 0) + cents);
  }
  destinationIs(recipient: string, numbers: Readonly<Partial<Record<Way, string>>>, isCertain = true): void {
    // What may have been true once stays: a payment from that time is judged later.
    for (const [way, number] of Object.entries(numbers))
      this.#destinations.set(`${recipient} ${way}`, [
        ...(this.#destinations.get(`${recipient} ${way}`) ?? []),
        { number, isCertain },
      ]);
  }
  #destinationsOf(recipient: string, way: Way): readonly { readonly number: string; readonly isCertain: boolean }[] {
    return this.#destinations.get(`${recipient} ${way}`) ?? [];
  }
  /** What the recipient's details may be now. */
  #currentDestinations({ recipient, method }: Intent): readonly string[] {
    const all = this.#destinationsOf(recipient, ways[method]);
    const certain = all.findLastIndex(({ isCertain }) => isCertain);
    return all.slice(Math.max(0, certain)).map(({ number }) => number);
  }
  requires(recipient: string, approvals: number, sinceMs: number, isCertain = true): void {
    this.#required.set(recipient, [...(this.#required.get(recipient) ?? []), { sinceMs, approvals, isCertain }]);
  }
  /** The fewest approvals that were ever enough between two instants. */
  #fewestRequired(recipient: string, fromMs: number, toMs: number): number {
    const all = this.#required.get(recipient) ?? [{ sinceMs: 0, approvals: 1, isCertain: true }];
    const before = all.findLastIndex(({ sinceMs, isCertain }) => isCertain && sinceMs <= fromMs);
    const valid = all.filter(({ sinceMs }, index) => index >= before && sinceMs <= toMs);
    return Math.min(...valid.map(({ approvals }) => approvals));
  }
  /** Whether payments to the recipient must be approved, whatever happened to the rules. */
  needsApproval(recipient: string): boolean {
    return this.#required.has(recipient);
  }

  /** An intention got its first answer or another one. */
  answered(intent: Intent, status: number, text: string, atMs: number): void {
    if (status >= 500) return;
    const id = /"(?:id|requestId)":"([0-9a-f-]{36})"/.exec(text)?.[1];
    if (status === 200) {
      if (intent.answer !== undefined && intent.answer !== text)
        this.violate("the same key gets the same answer", intent.name, `${intent.answer}\n${text}`);
      if (intent.state === "refused") this.violate("a refusal has no effect", intent.name, text);
      intent.answer ??= text;
      intent.state = "accepted";
      intent.acceptedMs ??= atMs;
      if (id !== undefined) {
        intent.id = id;
        this.#byId.set(id, intent);
        this.#byEnding.set(endingOf(id), intent);
      }
      if (intent.kind === "request" && id !== undefined && !this.requests.has(id))
        this.requests.set(id, { intent, approvals: [] });
      return;
    }
    const code = /"errorCode":"(\w+)"/.exec(text)?.[1] ?? `${status}`;
    if (intent.state === "accepted")
      this.violate("the same key gets the same answer", intent.name, `accepted before, now ${code}`);
    intent.state = "refused";
    intent.code = code;
  }

  /** The first answer existed, but its client did not receive it. */
  answeredUnseen(intent: Intent, status: number, text: string): void {
    if (status === 200) intent.answer ??= text;
  }

  /** Whether the payment or transfer may be accepted or refused like this. */
  judge(intent: Intent): void {
    if (intent.state === "open" || intent.kind === "request") return;
    if (intent.kind === "invoice") {
      if (intent.state === "refused") this.violate("a refusal has a reason", intent.name, `${intent.code}`);
      return;
    }
    if (intent.state === "accepted") {
      if (intent.kind === "payment" && this.needsApproval(intent.recipient))
        this.violate("a payment that must be approved is not sent directly", intent.name, "it was accepted");
      const twin = intent.kind === "payment" ? this.#twinOf(intent, true) : undefined;
      if (twin !== undefined)
        this.violate("the same payment within 24 hours is refused", intent.name, `${twin.name} was accepted before`);
      if (this.#spendable(intent.account, "most") < 0)
        this.violate("money is spent once", intent.name, `${intent.account} is overdrawn`);
      return;
    }
    const plausible = ((): boolean => {
      switch (intent.code) {
        case "duplicatePayment":
          return this.#twinOf(intent, false) !== undefined;
        case "insufficientFunds":
          return this.#spendable(intent.account, "least") < intent.cents;
        case "approvalRequired":
          return this.needsApproval(intent.recipient);
        case "bankDetailsCoolingOff":
          return this.#destinationsOf(intent.recipient, ways[intent.method]).length > 1;
        default:
          return false;
      }
    })();
    if (!plausible) this.violate("a refusal has a reason", intent.name, `${intent.code}`);
  }

  /** Another payment with the same terms within a day: accepted before this one, or perhaps accepted. */
  #twinOf(intent: Intent, isCertain: boolean): Intent | undefined {
    return this.#byTerms.get(termsOf(intent))?.find((other) => {
      if (other === intent || !isOutgoing(other) || other.state === "refused") return false;
      if (!isCertain) return Math.abs(intent.askedMs - other.askedMs) < 72 * HOUR_MS;
      // Payments that failed or were cancelled no longer count, and requests have their own guard.
      if (other.kind !== "payment" || other.id === undefined || this.#isPerhapsUndone(other.id)) return false;
      if (other.state !== "accepted" || (other.acceptedMs ?? 0) >= intent.askedMs) return false;
      // After lost answers, it may have been accepted as late as when its answer arrived.
      return (intent.acceptedMs ?? intent.askedMs) - other.askedMs < 24 * HOUR_MS - SKEW_MS;
    });
  }

  #isPerhapsUndone(id: string): boolean {
    const endings = this.#endingsAtBank(id);
    // Until its number is known, a check may have had any end.
    return endings.length === 0 || this.#maybeCancelled.has(id) || this.#says(endings, this.#rejected, this.#returned);
  }
  #says(endings: readonly string[], ...answers: readonly ReadonlySet<string>[]): boolean {
    return answers.some((all) => endings.some((ending) => all.has(ending)));
  }
  /** By which bank files name a payment; none if it is a check whose number is not known yet. */
  #endingsAtBank(id: string): readonly string[] {
    if (this.#intentOf(id)?.method !== "check") return [endingOf(id)];
    return (this.#checks.get(id) ?? []).map((number) => `check ${number}`);
  }
  #entriesOf(id: string): readonly BankEntry[] {
    return this.#endingsAtBank(id).flatMap((ending) => this.#entries.get(ending) ?? []);
  }

  /** The most or the least that an account can have available. */
  #spendable(account: string, bound: "most" | "least"): number {
    let cents = (this.#deposits.get(account) ?? 0) + (bound === "most" ? (this.#paidIn.get(account) ?? 0) : 0);
    // Nothing that was requested can make a difference.
    if (cents >= (this.#wanted.get(account) ?? 0)) return cents;
    for (const intent of this.intents) {
      if (intent.state === "refused" || intent.kind === "invoice") continue;
      const isIn = intent.kind === "transfer" && intent.recipient === account;
      if (!isIn && intent.account !== account) continue;
      const isCertain =
        intent.kind === "request"
          ? intent.id !== undefined && this.requests.get(intent.id)?.paymentId !== undefined
          : intent.state === "accepted";
      const undone = intent.id !== undefined && this.#isPerhapsUndone(intent.id);
      if (isIn) cents += bound === "most" || isCertain ? intent.cents : 0;
      else if (bound === "least") cents -= intent.cents;
      else cents -= isCertain && !undone ? intent.cents : 0;
    }
    return cents;
  }

  approvalGiven(requestId: string, person: string, isCertain: boolean): void {
    const request = this.requests.get(requestId);
    if (request === undefined) {
      this.violate("only requests are approved", requestId, person);
      return;
    }
    this.acceptedApprovals[isCertain ? "certain" : "possible"] += 1;
    for (const destination of this.#currentDestinations(request.intent))
      request.approvals.push({ person, destination, isCertain });
  }

  cancelled(id: string, isCertain: boolean): void {
    this.#maybeCancelled.add(id);
    if (isCertain) this.#cancelled.add(id);
  }

  /** A webhook arrived. */
  received(resourceId: string, version: number): void {
    const log = this.#received.get(resourceId) ?? { versions: [], isOutOfOrder: false };
    const newest = Math.max(0, ...log.versions);
    if (!log.versions.includes(version) && version !== newest + 1) log.isOutOfOrder = true;
    log.versions.push(version);
    this.#received.set(resourceId, log);
  }

  /** A file of the service arrived at the bank. */
  bankReceived(rail: string, name: string, text: string, atMs: number): void {
    for (const entry of entriesIn(rail, name, text, atMs)) {
      const others = this.#entries.get(entry.ending) ?? [];
      if (others.length > 0)
        this.violate("a payment leaves once", entry.ending, `in ${others.map(({ file }) => file).join()} and ${name}`);
      this.#entries.set(entry.ending, [...others, entry]);
    }
  }

  /** A file of the bank arrived at the service, perhaps in the place of one that was not read yet. */
  bankAnswered(text: string, { fault, replaced }: { fault: string | undefined; replaced?: string | undefined }): void {
    if (replaced !== undefined) this.#malformed.delete(replaced);
    if (fault === "malformed" || fault === "wrong statement") {
      this.#malformed.add(text);
      return;
    }
    const statement = statementIn(text);
    const account = this.#accounts.get(statement?.number ?? "");
    if (statement !== undefined && account !== undefined)
      this.#statements.set(`${account} ${statement.day}`, { account, lines: statement.lines });
    for (const { ending, says } of answersIn(text)) (says === "rejected" ? this.#rejected : this.#returned).add(ending);
  }

  /** Compares the books with all of this. `isFinal`: nothing is on its way any more. */
  compare(books: Books, { nowMs, isFinal }: { readonly nowMs: number; readonly isFinal: boolean }): void {
    const booked = new Map(books.payments.map((payment) => [payment.id, payment]));
    for (const { id, checkNumbers } of books.payments) this.#checks.set(id, checkNumbers);
    for (const { id, status, paymentId } of books.requests) {
      const request = this.requests.get(id);
      if (request !== undefined && paymentId !== undefined) request.paymentId = paymentId;
      if ((status === "approved") !== (paymentId !== undefined))
        this.violate("an approved request is a payment", id, `${status} ${paymentId}`);
    }
    const accepted = this.intents.filter(({ state, kind }) => state === "accepted" && kind === "payment");
    for (const intent of accepted) {
      const payment = booked.get(intent.id ?? "");
      if (payment === undefined) this.violate("what was acknowledged exists", intent.name, `${intent.id}`);
      else if (payment.cents !== intent.cents || payment.account !== intent.account)
        this.violate("what was acknowledged exists", intent.name, `${payment.cents} from ${payment.account}`);
    }
    const ids = new Set(accepted.map(({ id }) => id));
    const isOpen = this.intents.some(({ state }) => state === "open");
    for (const payment of books.payments) {
      if (payment.requestId === undefined && !isOpen && !ids.has(payment.id))
        this.violate("nothing exists that nobody requested", payment.id, `${payment.cents} to ${payment.recipient}`);
      if (payment.requestId !== undefined) this.#judgeApprovals(payment, nowMs);
      this.#judgePayment(payment, isFinal);
    }
    for (const request of this.requests.values())
      if (request.paymentId !== undefined && !booked.has(request.paymentId))
        this.violate("an approved request is a payment", request.intent.name, request.paymentId);
    this.#judgeAccounts(books, isFinal);
    this.#judgeInvoices(books, isFinal);
    if (books.imbalanceCents !== 0) this.violate("entries balance", "ledger", `${books.imbalanceCents}`);
    for (const row of books.unprovenRows) this.violate("every row is proven", row, "reported as unproven");
    if (books.stoppedAccounts > 0) this.violate("no account is in doubt", "ledger", `${books.stoppedAccounts} stopped`);
    const { certain, possible } = this.acceptedApprovals;
    if (books.approvalAudits < certain || books.approvalAudits > certain + possible)
      this.violate(
        "each decision is audited once",
        "approvals",
        `${books.approvalAudits}, not ${certain} (+${possible})`,
      );
    if (isFinal) {
      this.#judgeMovements(books);
      for (const intent of this.intents)
        if (intent.state === "open") this.violate("everything ends", intent.name, "never answered");
      for (const what of books.unfinished) this.violate("everything ends", what, "still waits");
      if (books.quarantinedFiles + books.openItems < this.#malformed.size)
        this.violate(
          "what cannot be read is visible",
          "bank files",
          `${books.quarantinedFiles} set aside and ${books.openItems} open items of ${this.#malformed.size} broken files`,
        );
    }
  }

  #judgePayment(payment: BookedPayment, isFinal: boolean): void {
    const endings = this.#endingsAtBank(payment.id);
    const entries = this.#entriesOf(payment.id);
    const about = this.nameOf(payment.id);
    const says = (details: string, law = "a status follows from what the bank said") =>
      this.violate(law, about, details);
    if (entries.length > 1) says(entries.map(({ file }) => file).join(), "a payment leaves once");
    for (const entry of entries) {
      if (entry.cents !== payment.cents)
        says(`${entry.cents} instead of ${payment.cents}`, "what is paid is what was decided");
      const allowed = this.#destinationsOf(payment.recipient, wayOf(entry)).map(({ number }) => number);
      if (!allowed.includes(entry.destination))
        says(`to ${entry.destination.slice(-4)}`, "what is paid is what was decided");
    }
    const isAtBank = entries.length > 0;
    this.#judgeDay(payment, entries);
    switch (payment.status) {
      case "pending":
        if (isFinal) says("still pending", "everything ends");
        break;
      case "sent":
        if (!isAtBank) says("sent, but never at the bank");
        if (isFinal && this.#says(endings, this.#returned)) says("sent, but the bank returned it");
        break;
      case "failed":
        if (!this.#says(endings, this.#rejected)) says("failed, but the bank did not reject it");
        break;
      case "reversed":
        if (!this.#says(endings, this.#returned)) says("reversed, but the bank did not return it");
        break;
      case "cancelled":
        if (isAtBank) says("cancelled, but at the bank");
        if (!this.#maybeCancelled.has(payment.id)) says("cancelled, but nobody requested it");
        break;
      default:
        says(payment.status);
    }
    if (this.#cancelled.has(payment.id) && payment.status !== "cancelled")
      says(`${payment.status} after it was cancelled`);
    if (isFinal && payment.status !== "cancelled" && !isAtBank) says("never at the bank", "everything ends");
    const expected = expectedEvents[payment.status] ?? [];
    if (payment.events.join() !== expected.join())
      says(`${payment.events.join()} instead of ${expected.join()}`, "each change is one event");
    if (payment.audits !== expected.length)
      says(`${payment.audits} audit rows for ${expected.length} changes`, "each decision is audited once");
    const received = this.#received.get(payment.id);
    if (received?.isOutOfOrder === true) says(received.versions.join(), "webhooks arrive in order");
    if (isFinal && new Set(received?.versions).size !== expected.length)
      says(`${received?.versions.join()} of ${expected.length}`, "every event is delivered");
  }

  /** A payment is in the file of the first cut-off after it was accepted. */
  #judgeDay(payment: BookedPayment, entries: readonly BankEntry[]): void {
    const intent = this.#intentOf(payment.id);
    if (intent === undefined) return;
    for (const { rail, effective } of entries) {
      if (effective === undefined) continue;
      const earliest = effectiveDayOf(rail, intent.askedMs - SKEW_MS);
      const latest = effectiveDayOf(rail, (intent.acceptedMs ?? intent.askedMs) + SKEW_MS);
      // Wires are collected for two minutes, in which the simulated service may not run.
      const isLate = this.#isPunctual && rail === "ach" && intent.kind === "payment" && effective > latest;
      if (effective < earliest || isLate)
        this.violate(
          "a payment leaves with its cut-off",
          intent.name,
          `for ${effective}, not ${earliest} to ${latest}`,
        );
    }
  }

  #judgeApprovals(payment: BookedPayment, nowMs: number): void {
    const request = this.requests.get(payment.requestId ?? "");
    if (request === undefined) {
      this.violate("nothing exists that nobody requested", payment.id, "its request");
      return;
    }
    const { intent, approvals } = request;
    const [entry] = this.#entriesOf(payment.id);
    const others = approvals.filter(({ person }) => person !== intent.by);
    // Before the bank has it, any details that were approved may be those that are paid.
    const counted =
      entry === undefined ? others : others.filter(({ destination }) => destination === entry.destination);
    const people = new Set(counted.map(({ person }) => person));
    const fewest = this.#fewestRequired(intent.recipient, intent.askedMs, nowMs);
    if (people.size < fewest)
      this.violate(
        "money moves after enough other people approved its terms",
        intent.name,
        `${[...people].join()} approved; ${fewest} needed`,
      );
  }

  #judgeAccounts({ payments, accounts }: Books, isFinal: boolean): void {
    for (const booked of accounts) {
      const { account, availableCents, heldCents } = booked;
      if (availableCents !== booked.enteredAvailableCents || heldCents !== booked.enteredHeldCents)
        this.violate("balances are the sums of their entries", account, JSON.stringify(booked));
      const own = payments.filter((payment) => payment.account === account);
      const sum = (...statuses: readonly string[]) =>
        own.filter(({ status }) => statuses.includes(status)).reduce((total, { cents }) => total + cents, 0);
      const moved = this.intents.filter(({ kind, state }) => kind === "transfer" && state === "accepted");
      const net = moved.reduce(
        (total, { account: from, recipient: to, cents }) =>
          total + (to === account ? cents : 0) - (from === account ? cents : 0),
        0,
      );
      const isOpen = this.intents.some(({ kind, state }) => kind === "transfer" && state === "open");
      if (heldCents !== sum("pending"))
        this.violate("funds of pending payments are held", account, `${heldCents} held for ${sum("pending")}`);
      const expected = (this.#deposits.get(account) ?? 0) + net - sum("pending", "sent");
      // Money that came in is there with the statement that says so, as soon as that has been read.
      const stated = [...this.#statements.values()]
        .filter((statement) => statement.account === account)
        .flatMap(({ lines }) => lines)
        .reduce((total, { cents, isIncoming }) => total + (isIncoming ? cents : 0), 0);
      const paidIn = availableCents - expected;
      if (!isOpen && (isFinal ? paidIn !== stated : paidIn < 0 || paidIn > stated))
        this.violate("balances agree to the cent", account, `${availableCents} instead of ${expected} + ${stated}`);
    }
  }

  /** An invoice is paid by the payments that name it, up to what is due; each payment counts once. */
  #judgeInvoices({ invoices, incoming }: Books, isFinal: boolean): void {
    const requested = new Map(
      this.intents.filter(({ kind }) => kind === "invoice").map((intent) => [intent.name, intent]),
    );
    const booked = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    for (const { state, id = "", name } of requested.values())
      if (state === "accepted" && !booked.has(id)) this.violate("what was acknowledged exists", name, id);
    const lines = [...this.#statements.values()].flatMap((statement) =>
      statement.lines.map((line) => ({ ...line, account: statement.account })),
    );
    for (const { id, number, status, cents, paidCents, matchedCents } of invoices) {
      const intent = requested.get(number);
      if (intent === undefined || intent.state === "refused" || intent.cents !== cents) {
        this.violate("nothing exists that nobody requested", number, `${cents}`);
        continue;
      }
      const named = lines
        .filter(({ account, remittance }) => account === intent.account && remittance === `Payment of ${number}`)
        .reduce((sum, line) => sum + line.cents, 0);
      const isCancelled = status === "Cancelled";
      const most = isCancelled ? 0 : Math.min(cents, named);
      const says = (details: string) => this.violate("an invoice is paid by what names it", number, details);
      if (isFinal ? paidCents !== most : paidCents > most) says(`${paidCents} paid, ${named} named it`);
      if (paidCents !== matchedCents) says(`${paidCents} paid, ${matchedCents} matched`);
      if ((status === "Paid") !== (paidCents === cents)) says(`${status} with ${paidCents} of ${cents}`);
      if (isCancelled ? !this.#maybeCancelled.has(id) : this.#cancelled.has(id)) says(`${status} in the end`);
    }
    for (const { account, cents, paysCents, matchedCents } of incoming)
      if (paysCents !== matchedCents || paysCents > cents)
        this.violate("a payment pays once", account, `${paysCents} of ${cents} in matches of ${matchedCents}`);
    for (const account of this.#accounts.values()) {
      const stated = lines.filter((line) => line.account === account && line.isIncoming).map(({ cents }) => cents);
      const has = sortedTextOf(incoming.filter((payment) => payment.account === account).map(({ cents }) => cents));
      const wants = sortedTextOf([...stated, this.#deposits.get(account) ?? 0]);
      if (isFinal && has !== wants) this.violate("a payment pays once", account, `${has} instead of ${wants}`);
    }
  }

  /**
   * What arrived in statements exists once, and nothing else does. All of it is reconciled, unless the bank has booked a
   * payment that it had said it rejected: that must be visible.
   */
  #judgeMovements({ movements, payments }: Books): void {
    const failed = new Set(payments.filter(({ status }) => status === "failed").map(({ id }) => endingOf(id)));
    for (const account of this.#accounts.values()) {
      const own = movements.filter((movement) => movement.account === account);
      const stated = [...this.#statements.values()].filter((statement) => statement.account === account);
      const lines = stated.flatMap((statement) => statement.lines);
      const [has, wants] = [own, lines].map((all) => sortedTextOf(all.map(({ cents }) => cents)));
      if (has !== wants) this.violate("each booking of the bank exists once", account, `${has} instead of ${wants}`);
      const [open, contrary] = [
        own.filter(({ isOpen }) => isOpen),
        lines.filter(({ cents, ending = "" }) => cents < 0 && failed.has(ending)),
      ].map((all) => sortedTextOf(all.map(({ cents }) => cents)));
      if (open !== contrary)
        this.violate("what the bank booked is reconciled or open", account, `open: ${open} instead of ${contrary}`);
    }
  }

  #intentOf(id: string): Intent | undefined {
    return this.#byId.get(id) ?? [...this.requests.values()].find(({ paymentId }) => paymentId === id)?.intent;
  }
  nameOf(id: string): string {
    return this.#intentOf(id)?.name ?? "an unknown payment";
  }
  nameOfEnding(ending: string): string {
    if (ending.startsWith("check ")) return ending;
    const ofRequest = [...this.requests.values()].find(
      ({ paymentId }) => paymentId !== undefined && endingOf(paymentId) === ending,
    );
    return (this.#byEnding.get(ending) ?? ofRequest?.intent)?.name ?? "an unknown payment";
  }
}

const isOutgoing = ({ kind }: Intent): boolean => kind === "payment" || kind === "request";
const sortedTextOf = (cents: readonly number[]): string => cents.toSorted((left, right) => left - right).join();
const termsOf = ({ account, recipient, cents, method }: Intent): string => `${account} ${recipient} ${cents} ${method}`;

const expectedEvents: Readonly<Record<string, readonly string[]>> = {
  pending: ["1 pending"],
  sent: ["1 pending", "2 sent"],
  failed: ["1 pending", "2 failed"],
  cancelled: ["1 pending", "2 cancelled"],
  reversed: ["1 pending", "2 sent", "3 reversed"],
};

/** Bank files have room for the end of an ID only. */
export const endingOf = (id: string): string => id.replaceAll("-", "").slice(-15).toLowerCase();

/** The payments in a file for the bank. */
export function entriesIn(rail: string, file: string, text: string, atMs: number): readonly BankEntry[] {
  if (rail === "ach") {
    const effective = /^5.{68}(\d{6})/m.exec(text)?.[1];
    return text
      .split(/\r?\n/)
      .filter((line) => line.startsWith("6") && Number(line.slice(29, 39)) > 0)
      .map((line) => ({
        rail,
        ending: line.slice(39, 54).trim().toLowerCase(),
        cents: Number(line.slice(29, 39)),
        destination: line.slice(12, 29).trim(),
        file,
        atMs,
        effective,
      }));
  }
  // What is printed is in a PDF; positive pay says what was issued. Voids end what was issued before.
  if (rail === "check")
    return (text.startsWith("%PDF") ? [] : text.split(/\r?\n/).slice(1))
      .map((line) => line.split(","))
      .filter(([, , , , , status]) => status === "I")
      .map(([, number = "", amount = "", , payee = ""]) => ({
        rail,
        ending: `check ${number}`,
        cents: Math.round(Number(amount) * 100),
        destination: payee,
        file,
        atMs,
        effective: undefined,
      }));
  // pain.001 has the date before its payments.
  const executed = /<ReqdExctnDt>(?:<Dt>)?(\d{4})-(\d\d)-(\d\d)/.exec(text);
  return [...text.matchAll(/<CdtTrfTxInf>(.*?)<\/CdtTrfTxInf>/gs)].map(([, body = ""]) => ({
    rail,
    ending: endingOf(/<EndToEndId>([^<]*)</.exec(body)?.[1] ?? ""),
    cents: Math.round(Number(/<(?:IntrBkSttlmAmt|InstdAmt) Ccy="USD">([^<]*)</.exec(body)?.[1]) * 100),
    destination: /<CdtrAcct>.*?<Id>([^<]*)<\/Id>.*?<\/CdtrAcct>/s.exec(body)?.[1] ?? "",
    file,
    atMs,
    effective: executed === null ? undefined : executed.slice(1).join("").slice(2),
  }));
}

/** A line of a statement: cents, negative if a debit, and the payment that it names. */
interface StatementLine {
  readonly cents: number;
  readonly ending: string | undefined;
  /** A customer paid. */
  readonly isIncoming: boolean;
  /** For what. */
  readonly remittance: string | undefined;
}

/** A statement's account number, day, and lines; undefined if the file is none. */
export function statementIn(
  text: string,
): { readonly number: string; readonly day: string; readonly lines: readonly StatementLine[] } | undefined {
  if (!text.includes("camt.053")) return undefined;
  const lines = [...text.matchAll(/<Ntry>(.*?)<\/Ntry>/gs)].map(([, line = ""]) => {
    const cents = Math.round(Number(/<Amt Ccy="USD">([^<]*)</.exec(line)?.[1]) * 100);
    const id = /<EndToEndId>([^<]*)</.exec(line)?.[1];
    const ending = id === undefined ? undefined : endingOf(id);
    const isIncoming = line.includes(">Customer ");
    const remittance = /<Ustrd>([^<]*)</.exec(line)?.[1];
    return { cents: line.includes("<CdtDbtInd>DBIT<") ? -cents : cents, ending, isIncoming, remittance };
  });
  const number = /<Acct>.*?<Id>(\d+)<\/Id>/s.exec(text)?.[1] ?? "";
  const day = /<Cd>CLBD<.*?<Dt>(?:<Dt>)?(\d{4}-\d\d-\d\d)/s.exec(text)?.[1] ?? "";
  return { number, day, lines };
}

/** What a bank's file says that undoes payments. */
export function answersIn(
  text: string,
): readonly { readonly ending: string; readonly says: "rejected" | "returned" }[] {
  const answers: { ending: string; says: "rejected" | "returned" }[] = [];
  // Nacha: an entry, followed by the addenda record of its return.
  let ending = "";
  if (text.startsWith("101"))
    for (const line of text.split(/\r?\n/)) {
      if (line.startsWith("6")) ending = line.slice(39, 54).trim().toLowerCase();
      if (line.startsWith("799")) answers.push({ ending, says: "returned" });
    }
  for (const [, body = ""] of text.matchAll(/<TxInfAndSts>(.*?)<\/TxInfAndSts>/gs)) {
    const id = /<OrgnlEndToEndId>([^<]*)</.exec(body)?.[1] ?? /<OrgnlInstrId>([^<]*)</.exec(body)?.[1] ?? "";
    const check = /^\d+-(\d+)$/.exec(id)?.[1];
    if (body.includes("<TxSts>RJCT<"))
      answers.push({ ending: check === undefined ? endingOf(id) : `check ${check}`, says: "rejected" });
  }
  for (const [, check = ""] of text.matchAll(/^\d+,(\d+),.*,(?:RETURNED|STOPPED|VOID)\r?$/gm))
    answers.push({ ending: `check ${check}`, says: "returned" });
  for (const [, body = ""] of text.matchAll(/<TxInf>(.*?)<\/TxInf>/gs)) {
    const id = /<OrgnlEndToEndId>([^<]*)</.exec(body)?.[1] ?? "";
    if (id !== "") answers.push({ ending: endingOf(id), says: "returned" });
  }
  return answers;
}
