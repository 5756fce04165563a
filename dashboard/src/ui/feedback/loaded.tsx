import { Skeleton, Stack } from "@mantine/core";
import { createContext, type ReactNode, useContext } from "react";
import { ServiceUnavailable } from "../../api/api-error.ts";
import classes from "./loaded.module.css";
import { Problem } from "./problem.tsx";

/** Lines where rows will be: nothing jumps when they come. */
export function SkeletonRows({ rows = 5, height = 34 }: { readonly rows?: number; readonly height?: number }) {
  return (
    <Stack gap={6} p="md" role="status" aria-busy="true" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={height} radius="sm" />
      ))}
    </Stack>
  );
}

const OldAnswer = createContext(false);

/** True around what belongs to the question before: it stays in sight until the answer comes, and is no answer itself. */
export const useIsOldAnswer = (): boolean => useContext(OldAnswer);

/**
 * Shows what a query brought; until then its skeleton, and its problem when there is nothing to show. What it brought for
 * the filter or page before is dim until the answer comes, and never says that there is nothing.
 */
export function Loaded<T>({
  query,
  skeleton = <SkeletonRows />,
  children,
}: {
  readonly query: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly isPlaceholderData?: boolean;
    refetch(): unknown;
  };
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}) {
  const { data, error, isPlaceholderData: isOld = false } = query;
  if (data !== undefined)
    return (
      <OldAnswer value={isOld}>
        <div className={classes["answer"]} {...(isOld ? { "data-old": true, "aria-busy": true } : {})}>
          {children(data)}
        </div>
      </OldAnswer>
    );
  if (error && !(error instanceof ServiceUnavailable))
    return <Problem error={error} onRetry={() => void query.refetch()} />;
  return skeleton;
}
