import type {
  Bai2Account,
  Bai2Difference,
  Bai2FileHeader,
  Bai2GroupHeader,
  Bai2Item,
  Bai2ProblemTransaction,
  Bai2Transaction,
} from "./items.ts";

/** One account of a file with everything that was reported about it. */
export interface Bai2Statement {
  readonly file: Bai2FileHeader;
  readonly group: Bai2GroupHeader;
  readonly account: Bai2Account;
  readonly transactions: readonly Bai2Transaction[];
  /** Those that could not be read; none unless they are items. */
  readonly problems: readonly Bai2ProblemTransaction[];
  /** Between its trailer and the rest of it; none unless they are items. */
  readonly differences: readonly Bai2Difference[];
}

/**
 * Groups the items of a correct file by account, one statement at a time. An account may appear more than once in a
 * file: in a group per date, or again in a correction.
 */
export function* bai2Statements(items: Iterable<Bai2Item>): Generator<Bai2Statement> {
  let file: Bai2FileHeader | undefined;
  let group: Bai2GroupHeader | undefined;
  let account: Bai2Account | undefined;
  let transactions: Bai2Transaction[] = [];
  let problems: Bai2ProblemTransaction[] = [];
  let differences: Bai2Difference[] = [];
  for (const item of items) {
    if (item.kind === "file") file = item;
    else if (item.kind === "group") group = item;
    else if (item.kind === "account") [account, transactions, problems, differences] = [item, [], [], []];
    else if (item.kind === "transaction") transactions.push(item);
    else if (item.kind === "problemTransaction") problems.push(item);
    else if (item.kind === "difference") differences.push(item);
    else if (item.kind === "accountTrailer" && file && group && account)
      yield { file, group, account, transactions, problems, differences };
  }
}
