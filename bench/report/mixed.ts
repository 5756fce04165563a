import { type Mix, type MixedCell, type MixedResults, mixes, THIS_CODE } from "../figures/mixed.ts";
import { median } from "../kit/statistics.ts";
import { places, table, whole } from "./table.ts";

/** Ratios of one cell's figures to another's, by round: both were measured right after each other. */
export function ratioOf(
  mixed: MixedResults,
  {
    over,
    under,
    of,
  }: { over: Pick<MixedCell, "side" | "mix">; under: Pick<MixedCell, "side" | "mix">; of: "rate" | "backends" },
): number[] {
  const figures = (kind: Pick<MixedCell, "side" | "mix">): number[] => {
    const cell = mixed.cells.find(({ side, mix }) => side === kind.side && mix === kind.mix);
    if (of === "rate") return cell?.rounds.map((round) => round.perSecond) ?? [];
    return cell?.costs.map((cost) => cost.backendMicroseconds) ?? [];
  };
  const below = figures(under);
  return figures(over).map((figure, round) => figure / (below[round] ?? Number.NaN));
}

export const rejectionRatios = (mixed: MixedResults, side = THIS_CODE): number[] =>
  ratioOf(mixed, { over: { side, mix: "one in ten rejected" }, under: { side, mix: "accepted" }, of: "rate" });

export function mixedSection(mixed: MixedResults): string {
  const rows = mixed.cells.map(({ side, mix, rounds, costs }) => [
    `${mix}, ${side}`,
    whole(median(rounds.map((round) => round.perSecond))),
    whole(median(costs.map((cost) => cost.backendMicroseconds))),
    whole(median(costs.map((cost) => cost.serviceMicroseconds))),
    places(median(costs.map((cost) => cost.paymentsPerBatch)), 1),
  ]);
  const head = ["", "answers/s", "PostgreSQL backends, µs per answer", "service, µs per answer", "payments per call"];
  const { against } = mixed;
  return [
    "## Rejected payments among the others\n",
    table(head, rows),
    ...(against === undefined ? [] : [comparison(mixed, against)]),
  ].join("\n");
}

function comparison(mixed: MixedResults, against: string): string {
  const between = (mix: Mix, of: "rate" | "backends") =>
    places(median(ratioOf(mixed, { over: { side: THIS_CODE, mix }, under: { side: against, mix }, of })), 3);
  const rows = mixes.map((mix) => [mix, between(mix, "rate"), between(mix, "backends")]);
  return `This code ÷ ${against}, the median of the rounds' ratios:\n\n${table(["", "answers/s", "PostgreSQL backends"], rows)}`;
}
