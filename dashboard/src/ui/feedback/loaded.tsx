import { Skeleton, Stack } from "@mantine/core";
import { createContext, type ReactNode, useContext } from "react";
import { ServiceUnavailable } from "../../api/api-error.ts";
import classes from "./loaded.module.css";
import { Problem } from "./problem.tsx";
import { isUnseen, Unseen } from "./unseen.tsx";

/** Placeholder rows that keep the layout from jumping. */
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

/** True while the data belongs to the previous filter or page. */
export const useIsStale = (): boolean => useContext(OldAnswer);

/**
 * Shows a query's data, a skeleton before it arrives, and the error if there is no data. Data of the previous filter or
 * page is dimmed until the new data arrives.
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
  if (isUnseen(error)) return <Unseen error={error} />;
  if (error && !(error instanceof ServiceUnavailable))
    return <Problem error={error} onRetry={() => void query.refetch()} />;
  return skeleton;
}
