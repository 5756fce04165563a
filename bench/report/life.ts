import { LIFE_AIMS, type LifeCell, type LifeResults, SETTLED_AIM } from "../figures/life.ts";
import { places, table, whole } from "./table.ts";

const millisecondsOf = ({ serviceSeconds, postgresSeconds, payments }: LifeCell): number =>
  ((serviceSeconds + postgresSeconds) * 1_000) / payments;
const rateOf = ({ payments, settleSeconds }: LifeCell): number => payments / settleSeconds;

const names: Readonly<Record<LifeCell["method"], string>> = {
  realTimePayment: "real-time payment",
  ach: "ACH payment",
  domesticWire: "wire",
  check: "check",
};

interface LifeFigure {
  readonly figure: string;
  readonly value: number;
  readonly aim: readonly [bound: number, unit: string];
  readonly remark: string;
}

/** Figures that may be at most their aim, and the rate, which must be at least its aim. */
export function lifeFigures({ cells }: LifeResults): {
  readonly most: readonly LifeFigure[];
  readonly least: readonly LifeFigure[];
} {
  const most = cells.map((cell) => ({
    figure: `${names[cell.method]}, accepted to sent with its webhook`,
    value: millisecondsOf(cell),
    aim: [LIFE_AIMS[cell.method], "ms"] as const,
    remark: "processor time of service and PostgreSQL, without the simulated bank",
  }));
  const least = cells
    .filter(({ method }) => method === "realTimePayment")
    .map((cell) => ({
      figure: "real-time payments sent per second",
      value: rateOf(cell),
      aim: [SETTLED_AIM, "/s"] as const,
      remark: `${whole(cell.payments)} at once, simulated bank included`,
    }));
  return { most, least };
}

export const lifeSection = ({ cells }: LifeResults): string =>
  `## A payment's whole life: accepted, in a file, answered by the simulated bank, webhook sent\n\n${table(
    [
      "",
      "payments",
      "accepted/s",
      "sent/s",
      "service ms",
      "PostgreSQL ms",
      "bank ms",
      "commits",
      "WAL bytes",
      "stored bytes",
    ],
    cells.map((cell) => {
      const each = (total: number, digits: number) => places(total / cell.payments, digits);
      return [
        names[cell.method],
        whole(cell.payments),
        whole(cell.payments / cell.acceptSeconds),
        whole(rateOf(cell)),
        each(cell.serviceSeconds * 1_000, 2),
        each(cell.postgresSeconds * 1_000, 2),
        each(cell.bankSeconds * 1_000, 2),
        each(cell.commits, 2),
        each(cell.walBytes, 0),
        each(cell.storedBytes, 0),
      ];
    }),
  )}`;
