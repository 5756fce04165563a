import { plainName } from "./name-form.ts";

/** What is needed of a recipient to recognize it. */
export interface KnownRecipient {
  readonly id: string;
  readonly name: string;
  readonly nickname: string | null;
  readonly emails: readonly string[];
  /** Account numbers, of which the last four digits are known. */
  readonly accountNumbers: readonly string[];
}

/** Recipients by everything a file can call them. */
export interface RecipientIndex<R extends KnownRecipient> {
  readonly byName: ReadonlyMap<string, readonly R[]>;
  readonly byLastFour: ReadonlyMap<string, readonly R[]>;
  readonly byId: ReadonlyMap<string, R>;
}

const form = (text: string): string => text.trim().toLowerCase();

const isDigit = (sign: string): boolean => sign >= "0" && sign <= "9";

/** The last four digits of an account number or IBAN; undefined if it has fewer. */
export function lastFourOf(accountNumber: string): string | undefined {
  const digits = [...accountNumber.slice(-40)].filter(isDigit).slice(-4).join("");
  return digits.length === 4 ? digits : undefined;
}

/** ••••7729, *7729, x7729, or 7729: the last four digits and nothing else. */
function onlyLastFour(text: string): string | undefined {
  const digits = text.trim().slice(-4);
  const before = text.trim().slice(0, -4);
  const isMask = [...before].every((sign) => "•*xX.… -#".includes(sign)) && before.length <= 20;
  return digits.length === 4 && [...digits].every(isDigit) && isMask ? digits : undefined;
}

export function indexRecipients<R extends KnownRecipient>(recipients: readonly R[]): RecipientIndex<R> {
  const byName = new Map<string, R[]>();
  const byLastFour = new Map<string, R[]>();
  const add = (map: Map<string, R[]>, key: string, recipient: R) => {
    const namesakes = map.get(key);
    if (namesakes === undefined) map.set(key, [recipient]);
    else namesakes.push(recipient);
  };
  for (const recipient of recipients) {
    const names = new Set([recipient.name, recipient.nickname ?? "", ...recipient.emails].map(form));
    names.delete("");
    for (const name of names) add(byName, name, recipient);
    for (const digits of new Set(recipient.accountNumbers.map(lastFourOf)))
      if (digits !== undefined) add(byLastFour, digits, recipient);
  }
  return { byName, byLastFour, byId: new Map(recipients.map((recipient) => [recipient.id, recipient])) };
}

/** What a row says about its recipient. */
export interface NamedInRow {
  readonly name: string;
  readonly accountNumber: string;
  readonly email: string;
}

/**
 * The recipients that a row names exactly: by ID, name, nickname, email address, or last four digits. If several have
 * the name, the row's account number and email address tell them apart.
 */
export function recipientsNamed<R extends KnownRecipient>(
  { name, accountNumber, email }: NamedInRow,
  index: RecipientIndex<R>,
): readonly R[] {
  const byId = index.byId.get(name.trim());
  if (byId !== undefined) return [byId];
  const digits = onlyLastFour(name);
  const found = index.byName.get(form(name)) ?? (digits === undefined ? [] : (index.byLastFour.get(digits) ?? []));
  if (found.length < 2) return found;
  const lastFour = lastFourOf(accountNumber);
  const byAccount = found.filter(({ accountNumbers }) => accountNumbers.some((each) => lastFourOf(each) === lastFour));
  if (lastFour !== undefined && byAccount.length > 0) return byAccount;
  const byEmail = found.filter(({ emails }) => email !== "" && emails.some((each) => form(each) === form(email)));
  return byEmail.length > 0 ? byEmail : found;
}

/** How a name is remembered among the decisions about a file. */
export const nameKey = (name: string): string => plainName(name) || form(name).slice(0, 120);
