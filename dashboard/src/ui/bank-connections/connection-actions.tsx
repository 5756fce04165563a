import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { goLiveWithBankConnection, rehearseBankConnection, removeBankConnection } from "../../api/generated/sdk.gen.ts";
import type { BankConnection } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { notifyOutcome } from "../feedback/notify-outcome.ts";
import { FormButtons } from "../forms/form-buttons.tsx";
import { useAction } from "../forms/use-action.ts";
import { ButtonLink } from "../page/links.tsx";
import { TestButton } from "./test-button.tsx";

type Move = "rehearse" | "goLive" | "remove";

const moves: Readonly<
  Record<Move, { readonly verb: string; readonly title: string; readonly means: string; readonly done: string }>
> = {
  rehearse: {
    verb: "Start rehearsal",
    title: "Start the rehearsal",
    means:
      "From now on, payments of its accounts are put into files that are validated and listed, but not sent. The payments fail, and their money is available again.",
    done: "The rehearsal has begun. Payments are written into files, and none is sent.",
  },
  goLive: {
    verb: "Go live",
    title: "Go live",
    means:
      "From then on, files are sent to the bank, and money moves. There is no way back to the rehearsal. Payments that it left are not sent, and approvals given in it do not count. A second administrator confirms it, if there is one.",
    done: "The connection is live. Files are sent to the bank from now on.",
  },
  remove: {
    verb: "Remove",
    title: "Remove the connection",
    means:
      "It is removed permanently, with its passwords and keys. Payments of its accounts wait for another connection.",
    done: "The connection was removed.",
  },
};
const calls = { rehearse: rehearseBankConnection, goLive: goLiveWithBankConnection, remove: removeBankConnection };

/** The next step of a connection whose test has passed; a live one is changed by the operator. */
function nextMoveOf({ state, testedAt }: BankConnection): Move | undefined {
  if (state === "live" || testedAt === null) return undefined;
  return state === "draft" ? "rehearse" : "goLive";
}

/** What a user may do with a connection: test it, change it, and take it a step further. */
export function ConnectionActions({
  connection,
  more,
  test = 0,
}: {
  readonly connection: BankConnection;
  /** Also change and remove it. */
  readonly more: boolean;
  /** Tests it without a click whenever this number grows. */
  readonly test?: number;
}) {
  const mayManage = useRight("manageOrganization");
  const [asked, setAsked] = useState<Move>();
  const { id, name, kind, state, testedAt } = connection;
  const isManaged = mayManage && kind !== "simulated";
  const next = isManaged ? nextMoveOf(connection) : undefined;
  const moveButton = (move: Move) => (
    <Button
      size="compact-sm"
      variant={move === "remove" ? "default" : "filled"}
      aria-label={`${moves[move].verb}: ${name}`}
      onClick={() => setAsked(move)}
    >
      {moves[move].verb}
    </Button>
  );
  return (
    <Group gap="xs">
      {next !== undefined && moveButton(next)}
      <TestButton connectionId={id} name={name} isNext={testedAt === null} run={test} />
      {isManaged && more && state !== "live" && (
        <ButtonLink
          to="/bank-files/connections/$bankConnectionId"
          params={{ bankConnectionId: id }}
          size="compact-sm"
          variant="default"
          aria-label={`Change ${name}`}
        >
          Change
        </ButtonLink>
      )}
      {isManaged && more && state !== "live" && moveButton("remove")}
      {asked !== undefined && <MoveDialog move={asked} connection={connection} onClose={() => setAsked(undefined)} />}
    </Group>
  );
}

function MoveDialog({
  move,
  connection: { id, name, place },
  onClose,
}: {
  readonly move: Move;
  readonly connection: BankConnection;
  readonly onClose: () => void;
}) {
  const { busy, run } = useAction(["bankFiles", "controls"]);
  const { verb, title, means, done } = moves[move];
  const carryOut = async () => {
    const outcome = await run(async (): Promise<object> => {
      const { data } = await calls[move]({ path: { bankConnectionId: id }, throwOnError: true });
      return data ?? {};
    });
    if (outcome === undefined) return;
    notifyOutcome(outcome, done);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={`${title}: ${name}`} size="lg">
      <Stack gap="md">
        <Text size="sm">{means}</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          Files go to {place}.
        </Text>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void carryOut();
          }}
        >
          <FormButtons submit={verb} busy={busy} onCancel={onClose} />
        </form>
      </Stack>
    </Modal>
  );
}
