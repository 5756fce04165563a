import { useQuery } from "@tanstack/react-query";
import { listCheckExceptionsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { Permitted } from "#app/session/permitted.tsx";
import { CheckExceptionList } from "#ui/checks/exception-list.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { Page } from "#ui/page/page.tsx";
import { Section } from "#ui/page/section.tsx";
import { useServiceTime } from "#ui/page/use-service-time.ts";

const REFRESH_MS = 10_000;

/** Presented checks that two people have to decide about. Emails to administrators link here. */
export const CheckExceptionsPage = () => (
  <Page
    title="Check exceptions"
    lead="Checks presented to the bank that differ from what was issued. One administrator decides whether the bank pays or returns a check, and another confirms."
  >
    <Permitted right="bankFiles" action="see check exceptions">
      <Exceptions />
    </Permitted>
  </Page>
);

function Exceptions() {
  const now = useServiceTime();
  const exceptions = useQuery({ ...listCheckExceptionsOptions(), refetchInterval: REFRESH_MS });
  return (
    <Section title="Waiting for a decision" flush>
      <Loaded query={exceptions} skeleton={<SkeletonRows rows={4} height={60} />}>
        {({ exceptions: rows }) =>
          rows.length === 0 ? (
            <Empty title="Nothing to decide">
              A check appears here when the bank reports a different number, amount, or payee than was issued. After the
              decision, it is on the page of its payment.
            </Empty>
          ) : (
            <CheckExceptionList exceptions={rows} label="Check exceptions" now={now} />
          )
        }
      </Loaded>
    </Section>
  );
}
