import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { isApiError, messageOf } from "../../api/api-error.ts";

/** An error message, with the request ID for support. */
export function Problem({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {isApiError(error) && error.fields.length > 0 ? (
        error.fields.map(({ path, label, message }) => (
          <Text key={path} size="sm">
            {label}: {message}
          </Text>
        ))
      ) : (
        <Text size="sm">{messageOf(error)}</Text>
      )}
      {isApiError(error) && error.requestId !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          Request {error.requestId}
        </Text>
      )}
      {onRetry !== undefined && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  );
}
