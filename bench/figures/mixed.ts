import { checkOut } from "../kit/checkout.ts";
import type { LoadResult } from "../load/plan.ts";
import { untilQuiet } from "../service/scrape.ts";
import { type Bench, newTarget, type Payer, pay, REFERENCE_CONNECTIONS, startPayers, untilCompiled } from "./bench.ts";
import { type Cost, measureCost } from "./cost.ts";

/** The load: all payments accepted, or one in ten rejected, for each reason in turn. */
export const mixes = ["accepted", "one in ten rejected", "accepted, one at a time"] as const;
export type Mix = (typeof mixes)[number];

export interface MixedCell {
  /** `this code`, or the commit to compare it with. */
  readonly side: string;
  readonly mix: Mix;
  readonly rounds: LoadResult[];
  readonly costs: Omit<Cost, "column" | "connections">[];
}

export interface MixedResults {
  readonly cells: readonly MixedCell[];
  readonly against: string | undefined;
}

export const THIS_CODE = "this code";
const RECIPIENTS = 50;

interface Side {
  readonly name: string;
  readonly payer: Payer;
  readonly emptyAccountId: string;
}

/**
 * What rejected payments cost the others, and with `--against`, how this code compares with another commit. Both run on
 * one cluster, and each round measures them one right after the other, in alternating order, so that a change in the
 * machine's speed affects both.
 */
export async function measureMixed(bench: Bench): Promise<MixedResults> {
  const { against } = bench.options;
  const other = against === undefined ? undefined : await checkOut(against, bench.folder);
  try {
    const sides = [await openSide(bench, THIS_CODE, undefined)];
    if (against !== undefined) sides.push(await openSide(bench, against, other?.root));
    const cells: MixedCell[] = mixes.flatMap((mix) =>
      sides.map(({ name }) => ({ side: name, mix, rounds: [], costs: [] })),
    );
    for (const side of sides) await untilCompiled(side.payer);
    for (let round = 1; round <= bench.options.rounds; round += 1) {
      for (const mix of mixes) {
        for (const side of round % 2 === 0 ? sides.toReversed() : sides) {
          const cell = cells.find((candidate) => candidate.side === side.name && candidate.mix === mix);
          if (cell) await measureCell(bench, side, cell);
          bench.say(`round ${round}: ${side.name}, ${mix}: ${cell?.rounds.at(-1)?.perSecond.toFixed(0)}/s`);
        }
      }
    }
    for (const { payer } of sides) await payer.service.stop();
    return { cells, against };
  } finally {
    await other?.remove();
  }
}

async function openSide(bench: Bench, name: string, root: string | undefined): Promise<Side> {
  const target = await newTarget(bench, root === undefined ? "mixed_this" : "mixed_other", "postgres", root);
  const { payers } = await startPayers(target, [
    { accounts: 2, recipients: RECIPIENTS, deposits: 100, emptyAccounts: 1 },
  ]);
  const [payer] = payers;
  const [paying, emptyAccountId] = payer?.payable.accountIds ?? [];
  if (payer === undefined || paying === undefined || emptyAccountId === undefined)
    throw new Error("The organization needs two accounts");
  return { name, payer: { ...payer, payable: { ...payer.payable, accountIds: [paying] } }, emptyAccountId };
}

async function measureCell(bench: Bench, { payer, emptyAccountId }: Side, cell: MixedCell): Promise<void> {
  const { result, cost } = await measureCost(bench, payer.service, () =>
    pay(payer, {
      connections: cell.mix === "accepted, one at a time" ? 1 : REFERENCE_CONNECTIONS,
      seconds: bench.options.seconds,
      rejections: cell.mix === "one in ten rejected" ? { emptyAccountId } : undefined,
    }),
  );
  cell.rounds.push(result);
  if (cost) cell.costs.push(cost);
  await untilQuiet(payer.service);
}
