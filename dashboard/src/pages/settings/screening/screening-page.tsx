import { Alert, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getScreeningOptions, listScreeningCasesOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { Screening } from "#api/generated/types.gen.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { Age } from "#ui/page/age.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatDay, When } from "#ui/page/when.tsx";
import { WaitingChanges } from "../changes/waiting-changes.tsx";
import { SettingsAreaPage } from "../settings-frame.tsx";
import { CaseList } from "./case-list.tsx";
import { ScreenerForm } from "./screener-form.tsx";

const REFRESH_MS = 10_000;

/** Recipients that resemble an entry on a list, and what screens. Emails to administrators link here. */
export function ScreeningPage() {
  const screening = useQuery({ ...getScreeningOptions(), refetchOnWindowFocus: false });
  const cases = useQuery({ ...listScreeningCasesOptions(), refetchInterval: REFRESH_MS });
  return (
    <SettingsAreaPage
      title="Screening"
      lead="Compares recipients and payments with a list of those who must not be paid. A payment to a recipient who resembles an entry waits until two administrators have decided."
    >
      <Stack gap="md" maw={880}>
        {screening.data && <Failing {...screening.data} />}
        <WaitingChanges kinds={["screener", "screeningCase"]} />
        <Section title="Waiting for a decision" flush>
          <Loaded query={cases} skeleton={<SkeletonRows rows={1} height={76} />}>
            {({ cases: rows }) =>
              rows.length === 0 ? (
                <Empty title="Nothing to decide">
                  A recipient appears here when their name or address resembles an entry on the list.
                </Empty>
              ) : (
                <CaseList cases={rows} />
              )
            }
          </Loaded>
        </Section>
        <Loaded query={screening}>
          {(data) => (
            <>
              <LoadedList {...data} />
              {/* A change by someone else remounts the form. */}
              <ScreenerForm key={JSON.stringify(data)} screening={data} />
            </>
          )}
        </Loaded>
      </Stack>
    </SettingsAreaPage>
  );
}

const Failing = ({ isFailing, failingSince, problem, failAfterHours }: Screening) =>
  isFailing && (
    <Alert color="red" role="alert" title="Screening does not answer, so payments wait">
      {problem}.{" "}
      {failingSince !== null && (
        <>
          Since <When at={failingSince} />.
        </>
      )}{" "}
      {failAfterHours === null
        ? "They leave as soon as it answers."
        : `They are blocked after ${failAfterHours} hours.`}
    </Alert>
  );

const LoadedList = ({ kind, list }: Screening) =>
  kind === "list" && (
    <Section title="List">
      {list === null ? (
        <Text size="sm">
          No list is loaded, so payments wait. The operator loads OFAC’s files with <code>bursar screening load</code>.
        </Text>
      ) : (
        <Stack gap={4}>
          <Text size="sm">
            {list.name} with {list.entries.toLocaleString("en-US")} entries
            {list.publishedOn !== null && `, published on ${formatDay(list.publishedOn)}`}, loaded{" "}
            <Age at={list.loadedAt} />.
          </Text>
          {list.files.map(({ name, sha256 }) => (
            <Text key={name} size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {name}, SHA-256 {sha256}
            </Text>
          ))}
        </Stack>
      )}
    </Section>
  );
