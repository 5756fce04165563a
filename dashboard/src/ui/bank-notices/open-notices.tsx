import { Box, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listBankNoticesOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { TextLink } from "../page/links.tsx";
import { Section } from "../page/section.tsx";
import { useToday } from "../page/use-service-time.ts";
import { NoticeList } from "./notice-list.tsx";

const SHOWN = 5;
const REFRESH_MS = 30_000;

/** The notices that a person has to act on; of one recipient, all of its latest. Nothing if there are none. */
export function OpenNotices({ recipientId }: { readonly recipientId?: string }) {
  const maySee = useRight("bankFiles");
  const today = useToday();
  const { data } = useQuery({
    ...listBankNoticesOptions({
      query: { limit: SHOWN, ...(recipientId === undefined ? { open: "true" as const } : { recipientId }) },
    }),
    enabled: maySee,
    refetchInterval: REFRESH_MS,
  });
  const notices = data?.notices ?? [];
  if (notices.length === 0) return null;
  return (
    <Section title="Bank notices" flush>
      <NoticeList notices={notices} label="Bank notices" today={today} />
      {recipientId === undefined && (
        <Box px="md" pb="md">
          <TextLink to="/bank-files/notices" size="sm">
            All notices
          </TextLink>
        </Box>
      )}
      {recipientId !== undefined && data?.page.nextPage !== undefined && (
        <Text size="xs" c="dimmed" px="md" pb="md">
          The latest {SHOWN} are shown.
        </Text>
      )}
    </Section>
  );
}
