import { Box, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { advanceClockTo } from "../../api/advance-clock.ts";
import { getSandboxClockOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { resetSandboxClock } from "../../api/generated/sdk.gen.ts";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { submits } from "../../ui/forms/submits.ts";
import { useAction } from "../../ui/forms/use-action.ts";
import { instantAtBank } from "../../ui/page/instant-at-bank.ts";
import { Section } from "../../ui/page/section.tsx";

const HOUR_MS = 3_600_000;
const REFRESH_MS = 1_000;
const steps = [
  { label: "1 hour", hours: 1 },
  { label: "1 day", hours: 24 },
  { label: "1 week", hours: 168 },
] as const;

const inNewYork = new Intl.DateTimeFormat("en-US", {
  dateStyle: "full",
  timeStyle: "short",
  timeZone: "America/New_York",
});

/** The service's clock. Work that falls due on the way runs at its own time. */
export function ClockSection() {
  const clock = useQuery({ ...getSandboxClockOptions(), refetchInterval: REFRESH_MS });
  const { busy, run } = useAction(["sandboxClock"]);
  const [to, setTo] = useState("");
  const [chosen, setChosen] = useState<string>();
  const start = (button: string, work: () => Promise<unknown>, done: string) => {
    setChosen(button);
    void run(work, done);
  };
  const advance = (button: string, target: Date) => start(button, () => advanceClockTo(target), "The clock was moved.");
  const reset = () =>
    start("reset", () => resetSandboxClock({ throwOnError: true }), "The clock was reset to the current time.");
  const waiting = (button: string) => ({ loading: busy && chosen === button, disabled: busy && chosen !== button });
  return (
    <Section title="Clock">
      {/* Its buttons take two lines of a phone. */}
      <Box mih={{ base: 240, xs: 0 }}>
        <Loaded query={clock} skeleton={<SkeletonRows rows={4} />}>
          {({ now, kind }) => {
            const [day, time] = inNewYork.format(new Date(now)).split(" at ");
            return (
              <Stack gap="sm">
                <div>
                  <Text size="lg" fw={600} lh={1.3} className="figures" data-testid="clock">
                    {day} <span className="unbroken">at {time}</span>
                  </Text>
                  <Text size="xs" c="dimmed">
                    Eastern Time, like every time in the dashboard.{" "}
                    {kind === "virtual" ? "The clock is paused until you move it." : "The clock keeps running."}
                  </Text>
                </div>
                <Group gap="xs">
                  {steps.map(({ label, hours }) => (
                    <Button
                      key={hours}
                      variant="default"
                      size="xs"
                      {...waiting(label)}
                      onClick={() => advance(label, new Date(Date.parse(now) + hours * HOUR_MS))}
                    >
                      Advance {label}
                    </Button>
                  ))}
                  <Button variant="default" size="xs" {...waiting("reset")} onClick={reset}>
                    Reset to now
                  </Button>
                </Group>
                <form onSubmit={submits(() => advance("move", instantAtBank(to)))}>
                  <Group gap="xs" align="flex-end">
                    <TextInput
                      type="datetime-local"
                      label="Move to (ET)"
                      size="xs"
                      required
                      value={to}
                      onChange={(event) => setTo(event.currentTarget.value)}
                    />
                    <Button type="submit" variant="default" size="xs" {...waiting("move")}>
                      Move
                    </Button>
                  </Group>
                </form>
              </Stack>
            );
          }}
        </Loaded>
      </Box>
    </Section>
  );
}
