import { Button, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { getSetUpListOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { SetUpItem } from "#api/generated/types.gen.ts";
import { Permitted } from "#app/session/permitted.tsx";
import { useSession } from "#app/session/session.ts";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { Page } from "#ui/page/page.tsx";
import { Section } from "#ui/page/section.tsx";
import classes from "./set-up.module.css";
import { SetUpStep } from "./set-up-step.tsx";

const route = getRouteApi("/signedIn/set-up-to-live");
const REFRESH_MS = 10_000;
/** The user closed the open step. */
const NONE = "none";

/** The way from the first sign-in to live payments: the next step is open, and what is done is folded. */
export function SetUpPage() {
  const { mode } = useSession();
  return (
    <Page
      title="Set up to live"
      lead={
        mode === "sandbox"
          ? "What a service in production needs before payments leave. This is a sandbox: try it, no money moves."
          : "From an empty service to payments that arrive. Leave at any time: every step is kept."
      }
    >
      <Permitted right="manageOrganization" action="set up the organization">
        <SetUp />
      </Permitted>
    </Page>
  );
}

function SetUp() {
  const list = useQuery({ ...getSetUpListOptions(), refetchInterval: REFRESH_MS });
  return (
    <Loaded
      query={list}
      skeleton={
        <Section flush maw={760}>
          <SkeletonRows rows={8} height={44} />
        </Section>
      }
    >
      {({ items }) => <Items items={items} />}
    </Loaded>
  );
}

function Items({ items }: { readonly items: readonly SetUpItem[] }) {
  const open = items.filter(({ done }) => !done);
  const done = items.filter((item) => item.done);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [showsDone, setShowsDone] = useState(false);
  const named = items.find(({ item }) => item === search.item);
  const isNamedShown = named !== undefined && (!named.done || showsDone);
  // What is done is folded, and the next step opens.
  const shown = isNamedShown ? named : search.item === NONE ? undefined : open[0];
  const rowOf = (item: SetUpItem) => (
    <SetUpStep
      key={item.item}
      item={item}
      number={items.indexOf(item) + 1}
      isNext={item === open[0]}
      isOpen={item === shown}
      onToggle={(toOpen) =>
        void navigate({ search: { item: toOpen ? item.item : NONE }, replace: true, resetScroll: false })
      }
    />
  );
  return (
    <Stack gap="md" maw={760}>
      <div>
        <Text size="sm" fw={550} mb={6}>
          {done.length === items.length
            ? "Everything is done. Payments are live."
            : `${done.length} of ${items.length} done`}
        </Text>
        <Progress
          value={(100 * done.length) / items.length}
          color="evergreen"
          size="sm"
          aria-label={`${done.length} of ${items.length} steps done`}
        />
      </div>
      {open.length > 0 && (
        <Section title="To do" flush>
          <ol className={classes["items"]}>{open.map(rowOf)}</ol>
        </Section>
      )}
      {done.length > 0 && (
        <Section
          title={`Done (${done.length})`}
          flush
          actions={
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={showsDone}
              onClick={() => setShowsDone(!showsDone)}
            >
              {showsDone ? "Hide" : "Show"}
            </Button>
          }
        >
          {showsDone && <ol className={classes["items"]}>{done.map(rowOf)}</ol>}
        </Section>
      )}
    </Stack>
  );
}
