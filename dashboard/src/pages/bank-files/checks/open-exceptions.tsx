import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listCheckExceptionsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { CheckExceptionList } from "#ui/checks/exception-list.tsx";
import { TextLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";

const SHOWN = 3;
const REFRESH_MS = 30_000;

/** The most urgent presented checks that wait for a decision. Nothing if there are none. */
export function OpenExceptions({ now }: { readonly now: Date }) {
  const { data } = useQuery({ ...listCheckExceptionsOptions(), refetchInterval: REFRESH_MS });
  const exceptions = data?.exceptions ?? [];
  if (exceptions.length === 0) return null;
  return (
    <Section title="Check exceptions" flush>
      <CheckExceptionList exceptions={exceptions.slice(0, SHOWN)} label="Check exceptions" now={now} />
      <Box px="md" pb="md">
        <TextLink to="/bank-files/check-exceptions" size="sm">
          {exceptions.length > SHOWN ? `All ${exceptions.length} check exceptions` : "All check exceptions"}
        </TextLink>
      </Box>
    </Section>
  );
}
