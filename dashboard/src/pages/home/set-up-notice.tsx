import { Group, Progress, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getSetUpListOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { useRight, useSession } from "../../app/session/session.ts";
import { ButtonLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";

const REFRESH_MS = 60_000;

/** Until everything is set up in production: how far it is, and what is next. */
export function SetUpNotice() {
  const { mode } = useSession();
  const enabled = useRight("manageOrganization") && mode === "production";
  const { data } = useQuery({ ...getSetUpListOptions(), enabled, refetchInterval: REFRESH_MS });
  const next = data?.items.find(({ done }) => !done);
  if (data === undefined || next === undefined) return null;
  const done = data.items.filter((item) => item.done).length;
  const isLive = data.items.some((item) => item.item === "goLive" && item.done);
  return (
    <Section title="Set up to live">
      <Group justify="space-between" gap="sm">
        <div style={{ flex: 1, minWidth: 220 }}>
          <Text size="sm">
            {done} of {data.items.length} done. Next: {next.title}.{isLive ? "" : " Payments wait until you go live."}
          </Text>
          <Progress
            mt={8}
            size="sm"
            color="evergreen"
            value={(100 * done) / data.items.length}
            aria-label={`${done} of ${data.items.length} steps done`}
          />
        </div>
        <ButtonLink to="/set-up-to-live" size="xs">
          Continue
        </ButtonLink>
      </Group>
    </Section>
  );
}
