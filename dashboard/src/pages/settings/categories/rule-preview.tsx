import { Alert, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { messageOf } from "#api/api-error.ts";
import type { PreviewCategoryRulesData, PreviewCategoryRulesResponse } from "#api/generated/types.gen.ts";
import { Money } from "#ui/money/money.tsx";
import { countText } from "#ui/page/count-text.ts";
import { formatInstant } from "#ui/page/when.tsx";
import classes from "./rules.module.css";
import { useRulePreview } from "./use-preview.ts";

type Draft = NonNullable<NonNullable<PreviewCategoryRulesData["body"]>["draft"]>;

const REST_MS = 300;
const SHOWN = 4;

/** What the rule would do to existing transactions, while it is being written. */
export function RulePreview({ draft }: { readonly draft: Draft | undefined }) {
  const [rested] = useDebouncedValue(draft, REST_MS);
  const preview = useRulePreview(rested === undefined ? undefined : { draft: rested });
  if (draft === undefined)
    return (
      <Text size="sm" c="dimmed">
        Choose a category and a condition to see which transactions match.
      </Text>
    );
  if (preview.error) return <Alert color="yellow">{messageOf(preview.error)}</Alert>;
  if (preview.data === undefined) return <Text size="sm">Looking for matches…</Text>;
  return <Matches preview={preview.data} />;
}

/** The result in one sentence. */
export const previewText = ({ examined, complete, matched, setByHand }: PreviewCategoryRulesResponse): string =>
  `Matches ${matched.toLocaleString("en-US")} of ${complete ? "" : "the newest "}${countText(examined, "transaction")} of the last year${
    setByHand === 0 ? "" : `, ${setByHand.toLocaleString("en-US")} of them with a category that someone has chosen`
  }.`;

function Matches({ preview }: { readonly preview: PreviewCategoryRulesResponse }) {
  return (
    <Stack gap={4} component="section" aria-label="Preview">
      <Text size="sm" fw={550} role="status">
        {previewText(preview)}
      </Text>
      <div>
        {preview.samples.slice(0, SHOWN).map((sample) => (
          <div key={sample.id} className={classes["sample"]}>
            <span>{sample.counterpartyName}</span>
            <Money amount={sample.amount} signed />
            <small>
              {formatInstant(sample.createdAt, "short")}, {sample.categoryName ?? "no category"}
            </small>
          </div>
        ))}
      </div>
    </Stack>
  );
}
