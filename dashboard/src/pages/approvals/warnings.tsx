import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReviewedRequest } from "./decisions.ts";
import classes from "./review.module.css";

/** Warnings, and the reason a payment failed. */
export function Warnings({ review: { request, outlook } }: { readonly review: ReviewedRequest }) {
  const warnings = outlook?.warnings ?? [];
  if (warnings.length === 0 && request.problem === null) return null;
  return (
    <Alert
      color={request.problem === null ? "yellow" : "red"}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={request.problem === null ? "Review first" : "Payment failed"}
    >
      {request.problem !== null && <Text size="sm">{request.problem}</Text>}
      <WarningList warnings={warnings} />
    </Alert>
  );
}

export const WarningList = ({
  warnings,
}: {
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}) => (
  <ul className={classes["warnings"]}>
    {warnings.map(({ code, message }) => (
      <li key={code}>{message}</li>
    ))}
  </ul>
);
