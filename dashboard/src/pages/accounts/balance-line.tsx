import { useQuery } from "@tanstack/react-query";
import { getBalanceHistoryOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { formatMoney } from "../../ui/money/money.tsx";

const DAYS = 30;
const WIDTH = 120;
const HEIGHT = 28;
/** So that the line is not cut off at the edges. */
const MARGIN = 2;
const KEPT_MS = 60_000;

/** The balance of an account at the end of each day. A path, because the chart library takes longer than the table. */
export function BalanceLine({ accountId }: { readonly accountId: string }) {
  const { data } = useQuery({
    ...getBalanceHistoryOptions({ query: { days: DAYS, accountId } }),
    staleTime: KEPT_MS,
  });
  const balances = data?.days.map(({ balance }) => balance) ?? [];
  const [first, last] = [balances[0], balances.at(-1)];
  if (first === undefined || last === undefined || balances.length < 2) return null;
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`Balance over ${DAYS} days: from ${formatMoney(first)} to ${formatMoney(last)}`}
    >
      <path
        d={pathOf(balances)}
        fill="none"
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Of the largest balance: a payment of $60 from $100,000 is no cliff. */
const LEAST_SPAN = 0.1;

/** Steps from day to day. A balance that never changes is a line in the middle. */
function pathOf(balances: readonly number[]): string {
  const [low, high] = [Math.min(...balances), Math.max(...balances)];
  const span = Math.max(high - low, LEAST_SPAN * Math.max(Math.abs(low), Math.abs(high)));
  const share = (value: number) => (span === 0 ? 1 / 2 : 1 / 2 + ((high + low) / 2 - value) / span);
  const y = (part: number) => (MARGIN + part * (HEIGHT - 2 * MARGIN)).toFixed(1);
  const last = balances.length - 1;
  const x = (index: number) => ((index / last) * WIDTH).toFixed(1);
  const heights = balances.map((value) => y(share(value)));
  return heights.map((height, index) => (index === 0 ? `M0,${height}` : `H${x(index)}V${height}`)).join("");
}
