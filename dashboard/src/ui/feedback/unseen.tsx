import { Box, Text } from "@mantine/core";
import { type ApiError, isApiError } from "../../api/api-error.ts";

const NOT_PERMITTED = "notPermitted";

/** What was requested does not exist here, or this user's role does not include it: a retry would not help. */
export const isUnseen = (error: unknown): error is ApiError =>
  isApiError(error) && (error.status === 404 || error.code === NOT_PERMITTED);

export function Unseen({ error }: { readonly error: ApiError }) {
  const isNotPermitted = error.code === NOT_PERMITTED;
  return (
    <Box py="xl" px="md" ta="center" role="alert">
      <Text fw={550} size="sm">
        {isNotPermitted ? "You do not have permission to see this" : error.message}
      </Text>
      <Text c="dimmed" size="sm" mt={4}>
        {isNotPermitted
          ? "Ask an administrator to change your role."
          : "The link may be outdated, or belong to another organization."}
      </Text>
    </Box>
  );
}
