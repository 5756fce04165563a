import type { FileJob } from "../use-job.ts";

/** By how much the rows of the file exceed the total that the file states; undefined if it states none. */
export const differenceOf = ({ layout: { total, sum } }: Pick<FileJob, "layout">): bigint | undefined =>
  total === undefined ? undefined : sum - total.cents;

/** Whether the rows do not add up to the file's own total, and the user has not said that this is right. */
export function hasOpenDifference(state: Pick<FileJob, "layout" | "job">): boolean {
  const difference = differenceOf(state);
  return (
    difference !== undefined && difference !== 0n && state.job.decisions.difference !== acceptedAs(state, difference)
  );
}

/** Says which difference of which total was accepted: read in another way, the file asks again. */
export const acceptedAs = ({ layout: { total } }: Pick<FileJob, "layout">, difference: bigint): string =>
  `${total?.cents ?? 0n} ${difference}`;
