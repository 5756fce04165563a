import { ActionIcon, Button } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import { proposeApprovalRuleChange } from "#api/generated/sdk.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { notifyProblem } from "#ui/feedback/notify.ts";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { Section } from "#ui/page/section.tsx";
import { draftOf, type Rule, ruleChangeOf } from "./rule-draft.ts";
import { positionAt } from "./rule-order.ts";
import classes from "./rules.module.css";

/** The rules in order of precedence, ending with the default. Active ones can be moved by dragging or with buttons. */
export function RulesSection({
  rules,
  otherwise,
  mayManage,
  onEdit,
}: {
  readonly rules: readonly Rule[];
  /** The description of the default. */
  readonly otherwise: string;
  readonly mayManage: boolean;
  readonly onEdit: (rule: Rule) => void;
}) {
  const active = rules.filter((rule) => rule.active);
  const { busy, move } = useMoving(rules, active);
  const dragging = useDragging(move);
  const mayMove = mayManage && active.length > 1;
  return (
    <Section title="Rules" flush>
      <ol className={classes["list"]} aria-label="Rules">
        {rules.map((rule) => {
          const at = active.indexOf(rule);
          const isMovable = mayMove && rule.active;
          return (
            <li
              key={rule.ruleId}
              className={classes["rule"]}
              data-off={!rule.active || undefined}
              {...(isMovable ? dragging.place(at) : {})}
            >
              <span className={classes["place"]}>
                {isMovable && (
                  <span
                    className={classes["handle"]}
                    draggable={!busy}
                    title="Drag to change the order"
                    {...dragging.handle(at)}
                  >
                    <IconGripVertical size={16} aria-hidden />
                  </span>
                )}
                <span className="figures">{rule.active ? at + 1 : "–"}</span>
              </span>
              <span>
                <span className={classes["name"]}>{rule.name}</span>{" "}
                {!rule.active && <StatusBadge status="paused" label="Inactive" />}
                <br />
                {rule.summary}
              </span>
              <span className={classes["actions"]}>
                {isMovable && (
                  <>
                    <ActionIcon
                      variant="default"
                      size={26}
                      aria-label={`Move ${rule.name} up`}
                      disabled={busy || at === 0}
                      onClick={() => move(at, at - 1)}
                    >
                      <IconArrowUp size={14} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      variant="default"
                      size={26}
                      aria-label={`Move ${rule.name} down`}
                      disabled={busy || at === active.length - 1}
                      onClick={() => move(at, at + 1)}
                    >
                      <IconArrowDown size={14} aria-hidden />
                    </ActionIcon>
                  </>
                )}
                {mayManage && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Edit ${rule.name}`}
                    onClick={() => onEdit(rule)}
                  >
                    Edit
                  </Button>
                )}
              </span>
            </li>
          );
        })}
        <li className={classes["rule"]}>
          <span className={classes["place"]}>
            <span className="figures">{active.length + 1}</span>
          </span>
          <span>
            <span className={classes["name"]}>Default</span>
            <br />
            {otherwise}
          </span>
        </li>
      </ol>
    </Section>
  );
}

type Move = (from: number, to: number) => void;

/** A move is a change of one rule's position, which may wait for a second person. */
function useMoving(rules: readonly Rule[], active: readonly Rule[]): { readonly busy: boolean; readonly move: Move } {
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const send = async (rule: Rule, position: number) => {
    setBusy(true);
    try {
      const body = ruleChangeOf({ ...draftOf(rule, rules), position }, rule.ruleId);
      const { data } = await proposeApprovalRuleChange({ body, throwOnError: true });
      notifyOutcome(data, `${rule.name} was moved.`);
    } catch (error) {
      notifyProblem(error);
    }
    await refresh("controls");
    setBusy(false);
  };
  const move: Move = (from, to) => {
    const rule = active[from];
    if (rule === undefined || busy || from === to) return;
    const position = positionAt(active, from, to);
    if (position === undefined)
      notifyProblem(
        new Error("The rules there have positions without a number between them. Edit one of them to make room."),
      );
    else void send(rule, position);
  };
  return { busy, move };
}

/** Dragging by the handle. The line shows where the rule goes. */
function useDragging(move: Move) {
  const [from, setFrom] = useState<number>();
  const [over, setOver] = useState<number>();
  const end = () => {
    setFrom(undefined);
    setOver(undefined);
  };
  return {
    handle: (at: number) => ({
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = "move";
        // Firefox drags only what has data.
        event.dataTransfer.setData("text/plain", "");
        const row = (event.target as HTMLElement).closest("li"); // The handle is an element in a row.
        if (row !== null) event.dataTransfer.setDragImage(row, 16, 16);
        setFrom(at);
      },
      onDragEnd: end,
    }),
    place: (at: number) => ({
      "data-drop": from === undefined || over !== at || from === at ? undefined : from < at ? "below" : "above",
      onDragOver: (event: DragEvent) => {
        if (from === undefined) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
        setOver(at);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (from !== undefined) move(from, at);
        end();
      },
    }),
  };
}
