import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listBankDetailChangesOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { confirmBankDetailChange, declineBankDetailChange } from "../../api/generated/sdk.gen.ts";
import type { BankDetailChange } from "../../api/generated/types.gen.ts";
import { Empty } from "../../ui/empty.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Mark } from "../../ui/mark.tsx";
import { tellDone, tellProblem } from "../../ui/notify.ts";
import { methodName } from "../../ui/payment-methods.ts";
import { Section } from "../../ui/section.tsx";
import { When } from "../../ui/when.tsx";
import classes from "./detail-history.module.css";
import { factsOf } from "./shown-details.tsx";

/** Who changed which details, when, from what to what; and the second person's decision about those that wait. */
export function DetailHistory({ recipientId }: { readonly recipientId: string }) {
  const changes = useQuery(listBankDetailChangesOptions({ path: { recipientId } }));
  return (
    <Section title="History of bank details" flush>
      <Loaded query={changes}>
        {({ changes: rows }) =>
          rows.length === 0 ? (
            <Empty title="No bank details were ever entered" />
          ) : (
            <ol className={classes["list"]}>
              {rows.map((change) => (
                <li key={change.changeId} className={classes["change"]}>
                  <Change recipientId={recipientId} change={change} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Section>
  );
}

const statuses: Readonly<Record<BankDetailChange["status"], { label: string; color: string }>> = {
  applied: { label: "In force at once", color: "gray" },
  proposed: { label: "To be confirmed", color: "yellow" },
  confirmed: { label: "Confirmed", color: "evergreen" },
  declined: { label: "Declined", color: "red" },
  overtaken: { label: "Replaced by a later change", color: "gray" },
};

function Change({ recipientId, change }: { readonly recipientId: string; readonly change: BankDetailChange }) {
  const { paymentMethod, before, after, changedBy, changedAt, decidedBy, decidedAt, status } = change;
  const verb = before === null ? "added" : after === null ? "removed" : "changed";
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <b>
            {methodName(paymentMethod)} details {verb}
          </b>{" "}
          by {changedBy.kind === "token" ? `the token ${changedBy.name}` : changedBy.name}, <When at={changedAt} />
          {decidedBy !== null && decidedAt !== null && (
            <>
              ; {statuses[status].label.toLowerCase()} by {decidedBy.name}, <When at={decidedAt} />
            </>
          )}
        </Text>
        {status !== "applied" && <Mark color={statuses[status].color}>{statuses[status].label}</Mark>}
      </Group>
      <div className={classes["sides"]}>
        {before !== null && <Side label="Before" details={before} />}
        {after !== null && <Side label={before === null ? "Details" : "After"} details={after} />}
      </div>
      {change.allowedActions.length > 0 && <Decision recipientId={recipientId} change={change} />}
    </Stack>
  );
}

function Side({
  label,
  details,
}: {
  readonly label: string;
  readonly details: NonNullable<BankDetailChange["after"]>;
}) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Facts facts={factsOf(details)} />
    </div>
  );
}

function Decision({ recipientId, change }: { readonly recipientId: string; readonly change: BankDetailChange }) {
  const queryClient = useQueryClient();
  const path = { recipientId, changeId: change.changeId };
  const deciding = useMutation({
    mutationFn: (verb: "confirm" | "decline") =>
      verb === "confirm"
        ? confirmBankDetailChange({ path, throwOnError: true })
        : declineBankDetailChange({ path, throwOnError: true }),
    onSuccess: async ({ data: { status } }) => {
      tellDone(
        status === "confirmed"
          ? "Confirmed. Payments go to the new details from now on."
          : status === "declined"
            ? "Declined. Payments go on to the details in force."
            : "Other details came into force meanwhile: nothing was changed.",
      );
      await queryClient.invalidateQueries();
    },
    onError: async (error) => {
      tellProblem(error);
      await queryClient.invalidateQueries();
    },
  });
  return (
    <Group gap="xs">
      <Button size="xs" loading={deciding.isPending} onClick={() => deciding.mutate("confirm")}>
        Confirm new details
      </Button>
      <Button size="xs" variant="default" disabled={deciding.isPending} onClick={() => deciding.mutate("decline")}>
        Decline
      </Button>
    </Group>
  );
}
