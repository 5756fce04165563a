/** Where a code appears: with a balance, with a total of an 03 record, or with a transaction of a 16 record. */
export type Bai2Level = "status" | "summary" | "detail";

export type CodeRow = readonly [code: string, level: Bai2Level, meaning: string];
