import type { NachaReadOptions } from "./reader.ts";

/**
 * How to read files that a bank sends to a company: returns, notifications of change, and rejected entries. What is
 * tolerated cannot change which entry is meant, or its amount. Structure and totals must agree, and what is wrong with one
 * entry, such as an unknown code, is an item. Spread it to tolerate less.
 */
export const asBanksSend = {
  entryProblems: "items",
  tolerant: {
    // The file as text.
    shortLines: true,
    blankLines: true,
    mixedLineBreaks: true,
    byteOrderMark: true,
    endOfFileMarks: true,
    extendedCharacters: true,
    lowerCaseCodes: true,
    missingPadding: true,
    wrongBlockCount: true,
    // Days on which there is nothing to report.
    emptyFile: true,
    noBatches: true,
    // Headers. Returns repeat the original header, or a part.
    otherDestinations: true,
    unreadableTimes: true,
    unreadableDates: true,
    unreadableSettlementDates: true,
    missingEffectiveEntryDate: true,
    reservedFields: true,
    otherOriginatorStatus: true,
    otherServiceClasses: true,
    unequalServiceClass: true,
    unequalCompanyIdentification: true,
    unorderedBatchNumbers: true,
    // Entries. Their trace numbers are those of many banks.
    foreignTraceNumbers: true,
    unorderedTraceNumbers: true,
    wrongCheckDigits: true,
    blankNames: true,
    rejectedEntries: true,
    mixedCategories: true,
    forwardCodesInReturns: true,
    changesInOtherClasses: true,
    // Addenda.
    wrongAddendaIndicators: true,
    wrongAddendaCounts: true,
    foreignAddendaSequence: true,
    foreignAddendaTrace: true,
    extraReturnAddenda: true,
  },
} as const satisfies NachaReadOptions;
