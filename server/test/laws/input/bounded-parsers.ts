import { readRoutingDirectory } from "bursar-bank-formats/directory";
import {
  correctionsOf,
  dateOfJulianDay,
  hasCheckDigit,
  readNachaFile,
  traceNumberParts,
} from "bursar-bank-formats/nacha";
import { calendarDay } from "bursar-banking/calendar/new-york";
import { isRoutingNumber, routingNumberProblem } from "bursar-banking/identifiers/aba-routing-number";
import { accountNumberProblem } from "bursar-banking/identifiers/account-number";
import { bicProblem } from "bursar-banking/identifiers/bic";
import { countryProblem } from "bursar-banking/identifiers/country";
import { ibanProblem } from "bursar-banking/identifiers/iban";
import { maskAccountNumber, shownDigitsOf } from "bursar-banking/identifiers/mask";
import { nationalBankCode, nationalBankCodeProblem } from "bursar-banking/identifiers/national-bank-code";
import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { externalMemoProblem, paymentNoteProblem } from "bursar-banking/identifiers/payment-text";
import {
  usAddressProblems,
  usStateProblem,
  zipCodeProblem,
  zipCodeStateProblem,
} from "bursar-banking/identifiers/us-address";
import { parseAchTraceNumber } from "bursar-banking/references/ach-trace-number";
import { parseCheckNumber } from "bursar-banking/references/check-number";
import { parseImad, parseOmad } from "bursar-banking/references/fedwire-references";
import { parseRtpReference } from "bursar-banking/references/rtp-reference";
import { holdsHidden } from "bursar-banking/text/hidden-characters";
import { plain } from "#bank/exchange/items/file-item.ts";
import { sniffFormat } from "#bank/exchange/receiving/sniff-format.ts";
import { looksComplete, requireIncomingName, shown, temporaryName } from "#bank/exchange/transports/file-names.ts";
import { isPinned } from "#bank/exchange/transports/sftp/host-key.ts";
import { identityInMessageId } from "#bank/file-rails/ach/file-identity.ts";
import { pdfNameOf } from "#bank/file-rails/checks/runs/number-run.ts";
import { correctionText } from "#bank/file-rails/notices/notice-text.ts";
import { bankFileNameOf } from "#bank/file-rails/orders/file-name.ts";
import { messagePurpose } from "#bank/file-rails/transfer-messages/payment-purpose.ts";
import { structuredAddress } from "#bank/file-rails/transfer-messages/postal-address.ts";
import { checkText, mentionsIn, spokenText, withoutNumbers } from "#desk/comments/comment-text.ts";
import { stripApiPrefix } from "#kernel/http/parsing.ts";
import { parseStrictJson } from "#kernel/http/strict-json.ts";
import { idempotencyKeyOf, keyDigest } from "#kernel/idempotency/key.ts";
import { pdfColorOf } from "#kernel/pdf/sheet.ts";
import { readMark } from "#kernel/proofs/proving-database.ts";
import { Refusal } from "#kernel/refusal.ts";
import { remoteSpanOf } from "#kernel/telemetry/spans.ts";
import { letterBits, lettersChanged, similarity } from "#kernel/values/edit-distance.ts";
import { isUuid, type OrganizationId } from "#kernel/values/ids.ts";
import { minorFromText } from "#kernel/values/money.ts";
import { readCsv } from "#kernel/values/read-csv.ts";
import { cellText } from "#kernel/xlsx/xml.ts";
import { contains, folded, searchTextOf } from "#money/categories/rules/search-text.ts";
import { addressLineProblem, nameProblem } from "#money/recipients/spelling/spell-name.ts";
import { comparedName } from "#money/screening/matching/plain-tokens.ts";
import { ScreenerFailed } from "#money/screening/party.ts";
import { ANSWER_BYTES_MAX, readAnswer } from "#money/screening/screeners/answer.ts";
import {
  ACTIVITY_ROWS_MAX,
  FILE_LENGTH_MAX,
  LINE_LENGTH_MAX,
  parseActivity,
  readAmount,
} from "#money/treasury/earnings/imports/parse-activity.ts";
import { positionInSeries } from "#payments/invoicing/invoices/invoice-numbers.ts";
import { organizationOfSlug } from "#payments/invoicing/invoices/invoice-slug.ts";
import { referencesIn } from "#payments/invoicing/matching/match-rules.ts";
import { nameWords } from "#payments/invoicing/matching/near-names.ts";
import { keyOf } from "#payments/invoicing/texts.ts";
import { keysOf, storedAs } from "#payments/payments/finding/memo-keys.ts";
import { isSearchable } from "#payments/payments/transactions/bank-description.ts";
import { boundOf } from "#payments/payments/transactions/transaction-filter.ts";
import { cleanFileName, contentDisposition, extensionOf } from "#records/attachments/inspect/file-name.ts";
import { decodedName } from "#records/attachments/inspect/pdf/pdf-dictionary.ts";
import { canonicalAddress, parseEntry } from "#records/identity/allowlist.ts";
import { credentialOf } from "#records/identity/authenticate.ts";
import { packedRequest } from "#records/identity/grants/authorize.ts";
import { provesChallenge, resourceOf } from "#records/identity/grants/oauth-client.ts";
import { contrastWithWhite } from "#records/identity/organization/manage-organization.ts";
import { isAgentToken, isProductionToken, organizationOfToken } from "#records/identity/tokens/token-text.ts";
import { renderLetter } from "#records/mail/letter.ts";
import { requireGoodPassword } from "#records/people/passwords/password-rules.ts";
import { personTexts } from "#records/people/requested-rights.ts";
import { acceptedStep, newTotpSecret } from "#records/people/second-factors/totp.ts";
import { challengeIn, userOfHandle } from "#records/people/second-factors/webauthn.ts";
import { organizationOfSecret } from "#records/people/secret-text.ts";
import { sessionSecretOf } from "#records/people/sign-in/session-cookie.ts";
import { signInNetworkOf } from "#records/people/sign-in/throttle.ts";
import { searchTerms } from "#records/search/search-terms.ts";
import { searchedWords, wordsIn } from "#records/search/words.ts";
import { domainOf } from "#records/single-sign-on/provider.ts";
import { readFilter } from "#records/single-sign-on/scim/read-resource.ts";
import { organizationOfAttempt, safeReturn } from "#records/single-sign-on/sign-in/attempt.ts";
import { visible } from "#records/single-sign-on/users/provider-users.ts";
import { maskedAccount, wholeNumber } from "#reports/reconciliation/importing/account-of-report.ts";
import { incomingKindOf, isReturnCode } from "#reports/reconciliation/reading/movement-codes.ts";
import { referenceIn, shortened } from "#reports/reconciliation/reading/reported-account.ts";
import { xmlText } from "#reports/statements/files/xml.ts";
import { retryAfterMs } from "#reports/webhooks/delivery/back-off.ts";
import { printableSnippet } from "#reports/webhooks/delivery/delivery-outcome.ts";
import { checkWebhookUrl, webhookUrlProblem } from "#reports/webhooks/endpoints/webhook-url.ts";
import { isAllowedTarget, isLoopbackName } from "#reports/webhooks/sender/target-address.ts";
import { statusIn } from "../../../../packages/bank-formats/src/acknowledgments/collect-fields.ts";
import {
  findAcknowledgmentTemplate,
  readAcknowledgments,
} from "../../../../packages/bank-formats/src/acknowledgments/read-acknowledgments.ts";
import { confirmationTemplate, csvTemplate } from "../../../../packages/bank-formats/src/acknowledgments/templates.ts";
import { findWords, inCapitals, occurrences } from "../../../../packages/bank-formats/src/acknowledgments/words.ts";
import { shownBai2Value } from "../../../../packages/bank-formats/src/bai2/bai2-error.ts";
import { asBanksSend } from "../../../../packages/bank-formats/src/bai2/bai2-options.ts";
import { parseBai2 } from "../../../../packages/bank-formats/src/bai2/read-bai2.ts";
import { amountIn, countIn, dateIn, timeIn } from "../../../../packages/bank-formats/src/bai2/records/record-fields.ts";
import { bai2TypeCode } from "../../../../packages/bank-formats/src/bai2/type-codes/type-codes.ts";
import { shownField } from "../../../../packages/bank-formats/src/checks/files/check-file-error.ts";
import { parseCheckAmount } from "../../../../packages/bank-formats/src/checks/files/fields/check-amounts.ts";
import { isCheckDate, parseCheckDate } from "../../../../packages/bank-formats/src/checks/files/fields/check-dates.ts";
import { withoutZeros } from "../../../../packages/bank-formats/src/checks/files/fields/parse-field.ts";
import { parseCheckFile } from "../../../../packages/bank-formats/src/checks/files/read/read-check-file.ts";
import { checkFileTemplates } from "../../../../packages/bank-formats/src/checks/files/templates/check-templates.ts";
import { scaledDecimal } from "../../../../packages/bank-formats/src/iso20022/documents/exact-sums.ts";
import { readMessage } from "../../../../packages/bank-formats/src/iso20022/documents/read-message.ts";
import { accountabilityKindOf } from "../../../../packages/bank-formats/src/iso20022/identifiers/accountability-data.ts";
import {
  findUuidIn,
  identificationOf,
  isUetr,
  uetrOf,
} from "../../../../packages/bank-formats/src/iso20022/identifiers/payment-identifiers.ts";
import {
  findMessageOfNamespace,
  messageNames,
} from "../../../../packages/bank-formats/src/iso20022/messages/message-tables.ts";
import { minorFromDecimal } from "../../../../packages/bank-formats/src/iso20022/schema/amount-text.ts";
import {
  base64Problem,
  dateProblem,
  dateTimeProblem,
  decimalProblem,
  timeProblem,
  yearMonthProblem,
} from "../../../../packages/bank-formats/src/iso20022/schema/lexical.ts";
import { shownAmount, shownValue } from "../../../../packages/bank-formats/src/iso20022/schema/problems.ts";
import { currencyCodeProblem } from "../../../../packages/bank-formats/src/iso20022/schema/write-element.ts";
import {
  attributeText,
  characterProblem,
  contentText,
} from "../../../../packages/bank-formats/src/iso20022/schema/xml-text.ts";
import { findForeignCharacter, toLatinText } from "../../../../packages/bank-formats/src/iso20022/text/latin-text.ts";
import { isCalendarDate } from "../../../../packages/bank-formats/src/nacha/calendar/dates.ts";
import { entryFactsOf, figuresOf } from "../../../../packages/bank-formats/src/nacha/read/raw-entry.ts";
import { splitDelimited } from "../../../../packages/bank-formats/src/text/delimited-line.ts";
import { lineEnds } from "../../../../packages/bank-formats/src/text/line-ends.ts";
import { lostCharacters, plainName, toPlainText } from "../../../../packages/bank-formats/src/text/plain-text.ts";
import { decodedUtf8 } from "../../../../packages/bank-formats/src/text/utf8-line.ts";
import { reasonOf } from "../../../../packages/simulated-bank/src/receive/bank-decision.ts";
import { shownFileName } from "../../../../packages/simulated-bank/src/receive/file-name.ts";

/** The default limit of a message that is read at once. */
/** The longest line of an acknowledgment. */
const ACKNOWLEDGMENT_LINE = 2_000;
const lineEndsIn = (text: string): void => {
  const next = lineEnds(text, true);
  for (let end = next(0); end !== undefined; end = next(end.next)) if (end.next > text.length) return;
};
const MESSAGE = 256 * 1024;
const documentStart = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>';

interface Parser {
  readonly parse: (text: string) => unknown;
  /** At least the length of the longest text that can reach it. */
  readonly lengthMax: number;
}

/** The limit of the request line and headers, and of every body field whose schema has a maximum length. */
/** Far above a word of a name. */
const WORD = 2_000;
const SHORT = 16 * 1024;
const BODY = 1024 * 1024;
const short = (parse: (text: string) => unknown): Parser => ({ parse, lengthMax: SHORT });

const urlRules = { allowHttp: true, allowLoopback: true };
const organizationId = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10" as OrganizationId;
const someDay = new Date("2026-11-20T15:00:00Z");
const address = { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001" };
const temporaryNames = { temporaryPrefix: "", temporarySuffix: ".tmp" };
const thrown = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};
const letter = { subject: "Hello", paragraphs: [], link: { label: "Open", url: "https://example.com" }, footer: "" };

const BAI2_HEADERS = "01,A,B,261120,0600,7,,,2/\n02,,A,1,261119,2400,,2/\n03,1,,010,";

/** Every parser and validator in the server that reads a caller's text. */
export const parsers: Readonly<Record<string, Parser>> = {
  shownFileName: short(shownFileName),
  nameWords: short(nameWords),
  contrastWithWhite: short(contrastWithWhite),
  pdfColorOf: short(pdfColorOf),
  reasonOf: short((text) => reasonOf("FF01", text)),
  temporaryName: short((text) => thrown(() => temporaryName(text, temporaryNames))),
  requireIncomingName: short((text) => thrown(() => requireIncomingName(text))),
  remoteSpanOf: short((text) => remoteSpanOf(text, text)),
  looksComplete: short((text) => looksComplete(text, temporaryNames)),
  shown: short(shown),
  plainName: short((text) => plainName(text, 22)),
  lostCharacters: short(lostCharacters),
  messagePurpose: short(messagePurpose),
  structuredAddress: short((text) =>
    structuredAddress({ address1: text, address2: text, city: text, region: text, postalCode: text, country: "US" }),
  ),
  pdfNameOf: short(pdfNameOf),
  correctionText: short((text) => correctionText("C03", text)),
  bankFileNameOf: short((text) => bankFileNameOf(text, { at: new Date(0), number: 1 })),
  identityInMessageId: short(identityInMessageId),
  isPinned: short((text) => isPinned(text, [text, "SHA256:"])),
  parseStrictJson: { parse: parseStrictJson, lengthMax: BODY },
  stripApiPrefix: short(stripApiPrefix),
  credentialOf: short(credentialOf),
  "credentialOf, Bearer": short((text) => credentialOf(`Bearer ${text}`)),
  "credentialOf, Basic": short((text) => credentialOf(`Basic ${text}`)),
  sessionSecretOf: short((text) => sessionSecretOf({ publicUrl: "https://example.com" }, text)),
  idempotencyKeyOf: short((text) => idempotencyKeyOf({ headers: { "idempotency-key": text } }, null)),
  keyDigest: short((text) => keyDigest(organizationId, "createRecipient", text)),
  organizationOfToken: short(organizationOfToken),
  organizationOfSecret: short(organizationOfSecret),
  organizationOfSlug: short(organizationOfSlug),
  canonicalAddress: short(canonicalAddress),
  parseEntry: short(parseEntry),
  "parseEntry, prefix": short((text) => parseEntry(`192.0.2.0/${text}`)),
  isUuid: short(isUuid),
  minorFromText: short(minorFromText),
  boundOf: short((text) => boundOf("start", text)),
  searchedWords: short(searchedWords),
  searchTerms: short(searchTerms),
  wordsIn: short((text) => wordsIn([text])),
  isSearchable: short((text) => isSearchable({ kind: "wireFee", bankDescription: text, counterpartyName: "" })),
  routingNumberProblem: short(routingNumberProblem),
  isRoutingNumber: short(isRoutingNumber),
  accountNumberProblem: short(accountNumberProblem),
  wholeNumber: short(wholeNumber),
  ibanProblem: short(ibanProblem),
  "ibanProblem of a country": short((text) => ibanProblem(`DE89${text}`)),
  bicProblem: short(bicProblem),
  nationalBankCode: short((text) => nationalBankCode("CA", text)),
  nationalBankCodeProblem: short((text) => nationalBankCodeProblem("IN", text)),
  countryProblem: short(countryProblem),
  maskAccountNumber: short(maskAccountNumber),
  shownDigitsOf: short(shownDigitsOf),
  usStateProblem: short(usStateProblem),
  zipCodeProblem: short(zipCodeProblem),
  zipCodeStateProblem: short((text) => zipCodeStateProblem(text, "NY")),
  usAddressProblems: short((text) => usAddressProblems({ ...address, address1: text, city: text })),
  paymentNoteProblem: short(paymentNoteProblem),
  externalMemoProblem: short((text) => paymentMethods.map((method) => externalMemoProblem(method, text))),
  requireGoodPassword: short((text) => requireGoodPassword(text, { path: "password", about: [text.slice(0, 200)] })),
  signInNetworkOf: short(signInNetworkOf),
  holdsHidden: short(holdsHidden),
  mentionsIn: short(mentionsIn),
  spokenText: short((text) => spokenText(text, () => text.slice(0, 200))),
  withoutNumbers: short(withoutNumbers),
  checkText: short((text) => thrown(() => checkText(text))),
  isProductionToken: short(isProductionToken),
  personTexts: short((text) => personTexts({ email: text, firstName: text, lastName: text })),
  acceptedStep: short((text) => acceptedStep(newTotpSecret(), text, { at: someDay, lastStep: 0 })),
  challengeIn: short(challengeIn),
  "challengeIn of JSON": short((text) => challengeIn(Buffer.from(text).toString("base64url"))),
  userOfHandle: short(userOfHandle),
  checkWebhookUrl: short((text) => checkWebhookUrl(text, urlRules)),
  webhookUrlProblem: short((text) => webhookUrlProblem(`https://${text}`.slice(0, SHORT), urlRules)),
  isAllowedTarget: short((text) => isAllowedTarget(text, urlRules)),
  isLoopbackName: short(isLoopbackName),
  retryAfterMs: short((text) => retryAfterMs({ statusCode: 429, retryAfter: text }, someDay)),
  printableSnippet: { parse: (text) => printableSnippet(Buffer.from(text)), lengthMax: BODY },
  renderLetter: short((text) => renderLetter({ ...letter, subject: text, paragraphs: [text] })),
  xmlText: short((text) => xmlText(text, SHORT)),
  parseAchTraceNumber: short(parseAchTraceNumber),
  parseCheckNumber: short(parseCheckNumber),
  sniffFormat: { parse: (text) => sniffFormat(Buffer.from(text)), lengthMax: BODY },
  "sniffFormat of XML": {
    parse: (text) => sniffFormat(Buffer.from(`<urn:iso:std:iso:20022:tech:xsd:${text}`)),
    lengthMax: BODY,
  },
  cleanFileName: short((text) => cleanFileName(text)),
  extensionOf: short(extensionOf),
  decodedName: short(decodedName),
  "decodedName of codes": short((text) => decodedName(text.replaceAll(/.{3}/gs, "#41"))),
  contentDisposition: short((text) => contentDisposition(text.toWellFormed())),
  parseImad: short(parseImad),
  parseOmad: short(parseOmad),
  parseRtpReference: short(parseRtpReference),
  readNachaFile: { parse: (text) => readNachaFile(text), lengthMax: BODY },
  "readNachaFile of lines": {
    parse: (text) => readNachaFile(text.replaceAll(/.{94}/gs, (record) => `${record}\n`)),
    lengthMax: BODY,
  },
  "readNachaFile of one record type": {
    parse: (text) => readNachaFile(text.replaceAll(/.{93}/gs, (record) => `7${record}`)),
    lengthMax: BODY,
  },
  hasCheckDigit: short(hasCheckDigit),
  isCalendarDate: short(isCalendarDate),
  calendarDay: short(calendarDay),
  traceNumberParts: short(traceNumberParts),
  dateOfJulianDay: short((text) => dateOfJulianDay(text, "2026-11-20")),
  correctionsOf: short((text) => correctionsOf({ changeCode: "C07", correctedData: text })),
  parseActivity: { parse: (text) => parseActivity(text, "2026-11-20"), lengthMax: FILE_LENGTH_MAX },
  "parseActivity of rows": {
    parse: (text) => parseActivity(`Reference,Date,Type,Amount\n${text}`, "2026-11-20"),
    lengthMax: FILE_LENGTH_MAX,
  },
  // Its caller in the service rejects files with longer lines.
  "readCsv of lines": {
    parse: (text) => readCsv(text.replaceAll(/.{2000}/gs, "$&\n"), { recordsMax: ACTIVITY_ROWS_MAX + 2 }),
    lengthMax: FILE_LENGTH_MAX,
  },
  readCsv: { parse: (text) => readCsv(text), lengthMax: LINE_LENGTH_MAX },
  readAmount: short(readAmount),
  storedAs: short(storedAs),
  keysOf: short(keysOf),
  // What the database computes of a row; its key may contain a caller's text.
  readMark: short((text) => readMark("recipients", text)),
  "readMark of parts": short((text) => readMark("recipients", text.replaceAll(/./gs, "|"))),
  folded: short(folded),
  searchTextOf: short((text) => contains(searchTextOf(text), text.slice(0, 2), true)),
  referencesIn: short(referencesIn),
  positionInSeries: short(positionInSeries),
  keyOf: short(keyOf),
  readMessage: { parse: (text) => readMessage(text, messageNames), lengthMax: MESSAGE },
  "readMessage of a document": {
    parse: (text) => readMessage((documentStart + text).slice(0, MESSAGE), messageNames),
    lengthMax: MESSAGE,
  },
  findMessageOfNamespace: short(findMessageOfNamespace),
  minorFromDecimal: short((text) => minorFromDecimal(text, "USD")),
  scaledDecimal: short((text) => scaledDecimal(`1.${text.replaceAll(/\D/g, "")}`.slice(0, 40))),
  dateProblem: short(dateProblem),
  dateTimeProblem: short(dateTimeProblem),
  timeProblem: short(timeProblem),
  yearMonthProblem: short(yearMonthProblem),
  decimalProblem: short((text) => decimalProblem(text, { digits: 18, fraction: 5 })),
  base64Problem: short((text) => base64Problem(text, 10_240)),
  currencyCodeProblem: short(currencyCodeProblem),
  characterProblem: short(characterProblem),
  contentText: short(contentText),
  attributeText: short(attributeText),
  cellText: short(cellText),
  shownValue: short((text) => shownValue(text, { isSensitive: false })),
  shownAmount: short(shownAmount),
  toLatinText: short((text) => toLatinText(text, "text")),
  findForeignCharacter: short((text) => findForeignCharacter(text, "identifier")),
  isUetr: short(isUetr),
  uetrOf: short(uetrOf),
  identificationOf: short((text) => identificationOf(text)),
  findUuidIn: short(findUuidIn),
  accountabilityKindOf: short(accountabilityKindOf),
  parseBai2: { parse: (text) => parseBai2(text), lengthMax: BODY },
  // Files from banks arrive in pieces.
  "parseBai2 as banks send it": { parse: (text) => parseBai2(text, asBanksSend), lengthMax: BODY / 32 },
  "parseBai2 of continuations": { parse: (text) => parseBai2(`${BAI2_HEADERS}${text}`), lengthMax: BODY },
  readRoutingDirectory: { parse: readRoutingDirectory, lengthMax: BODY },
  decodedUtf8: short(decodedUtf8),
  lineEnds: { parse: lineEndsIn, lengthMax: BODY },
  figuresOf: short(figuresOf),
  entryFactsOf: short((text) => entryFactsOf(text, text)),
  findAcknowledgmentTemplate: { parse: (text) => findAcknowledgmentTemplate(text), lengthMax: BODY },
  // Longer texts are read in turns of the event loop.
  readAcknowledgments: { parse: (text) => readAcknowledgments(text, confirmationTemplate), lengthMax: SHORT },
  "readAcknowledgments with a title": {
    parse: (text) =>
      readAcknowledgments(`ACH FILE CONFIRMATION\n${text.replaceAll(/.{100}/gs, "$&\n")}`, confirmationTemplate),
    lengthMax: SHORT / 4,
  },
  "readAcknowledgments of a table": {
    parse: (text) => readAcknowledgments(`Status,Reason\n${text.replaceAll(/.{100}/gs, "$&\n")}`, csvTemplate),
    lengthMax: SHORT / 4,
  },
  statusIn: { parse: (text) => statusIn(text, confirmationTemplate), lengthMax: ACKNOWLEDGMENT_LINE },
  inCapitals: { parse: inCapitals, lengthMax: ACKNOWLEDGMENT_LINE },
  occurrences: { parse: (text) => occurrences(text, text.slice(0, 2)), lengthMax: ACKNOWLEDGMENT_LINE },
  findWords: {
    parse: (text) => findWords(text, [["accepted", text.slice(0, 2)]]),
    lengthMax: ACKNOWLEDGMENT_LINE,
  },
  shownBai2Value: short((text) => [shownBai2Value(text, "text"), shownBai2Value(text, "account")]),
  bai2TypeCode: short((text) => bai2TypeCode(text, "detail")),
  amountIn: short(amountIn),
  countIn: short(countIn),
  dateIn: short(dateIn),
  timeIn: short(timeIn),
  toPlainText: short(toPlainText),
  nameProblem: short(nameProblem),
  addressLineProblem: short(addressLineProblem),
  parseCheckAmount: short((text) => [parseCheckAmount(text, "implied"), parseCheckAmount(text, "explicit")]),
  isCheckDate: short(isCheckDate),
  parseCheckDate: short((text) => parseCheckDate(text, "MMDDYYYY")),
  maskedAccount: short(maskedAccount),
  shownField: short((text) => [shownField(text, "text"), shownField(text, "account")]),
  splitDelimited: short((text) => splitDelimited(text, { delimiter: ",", quotes: "whenNeeded" })),
  withoutZeros: short(withoutZeros),
  shortened: short((text) => shortened(text, 500)),
  plain: short(plain),
  referenceIn: short(referenceIn),
  incomingKindOf: short((text) => incomingKindOf(text, { isWire: false })),
  isReturnCode: short(isReturnCode),
  comparedName: short(comparedName),
  domainOf: short(domainOf),
  safeReturn: short(safeReturn),
  organizationOfAttempt: short(organizationOfAttempt),
  visible: short(visible),
  readFilter: short((text) => {
    try {
      return readFilter(`userName eq "${text}"`, ["userName"]);
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  }),
  lettersChanged: { parse: (text) => lettersChanged(text, `${text}x`, 2), lengthMax: WORD },
  similarity: { parse: (text) => similarity(text, `${text}x`), lengthMax: WORD },
  letterBits: short(letterBits),
  packedRequest: short(packedRequest),
  provesChallenge: short((text) => provesChallenge(text, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")),
  resourceOf: short(resourceOf),
  isAgentToken: short(isAgentToken),
  readAnswer: {
    parse: (text) => {
      try {
        return readAnswer(text, "1", []);
      } catch (error) {
        if (error instanceof ScreenerFailed) return error.message;
        throw error;
      }
    },
    lengthMax: ANSWER_BYTES_MAX,
  },
  ...Object.fromEntries(
    checkFileTemplates.map((template) => [
      `parseCheckFile, ${template.id}`,
      { parse: (text: string) => parseCheckFile(template, text), lengthMax: BODY },
    ]),
  ),
};
