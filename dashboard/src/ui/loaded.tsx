import { Skeleton, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { ServiceAway } from "../api/api-error.ts";
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

/** Shows what a query brought; until then its skeleton, and its problem when there is nothing to show. */
export function Loaded<T>({
  query,
  skeleton = <SkeletonRows />,
  children,
}: {
  readonly query: { readonly data: T | undefined; readonly error: unknown; refetch(): unknown };
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error && !(query.error instanceof ServiceAway))
    return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}
