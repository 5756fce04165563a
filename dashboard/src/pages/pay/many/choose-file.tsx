import { Anchor, Button, FileButton, Stack, Text } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import { download } from "../../../ui/files/download.ts";
import { FormProblem } from "../../../ui/forms/form-problem.tsx";
import { Section } from "../../../ui/page/section.tsx";
import classes from "./choose-file.module.css";
import { type PaymentFile, ROWS_MAX, readPaymentFile } from "./csv-file.ts";

const example = "recipient,amount,method,memo,note\r\nMina Okafor Design,1250.00,ACH,Invoice 1042,Website\r\n";

export function ChooseFile({ onFile }: { readonly onFile: (file: PaymentFile) => Promise<void> }) {
  const [problem, setProblem] = useState<string>();
  const [over, setOver] = useState(false);
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    setProblem(undefined);
    try {
      await onFile(await readPaymentFile(file));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The file could not be read.");
    }
  };
  return (
    <Section>
      <fieldset
        aria-label="CSV file drop area"
        className={classes["zone"]}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <Stack align="center" gap="sm">
          <IconFileSpreadsheet size={32} stroke={1.4} aria-hidden />
          <Text size="sm">Drop a CSV file here, or</Text>
          <FileButton
            onChange={(file) => void take(file)}
            accept=".csv,text/csv"
            inputProps={{ "aria-label": "CSV file" }}
          >
            {(props) => <Button {...props}>Choose file</Button>}
          </FileButton>
          <FormProblem problem={problem} />
          <Text size="sm" c="dimmed" ta="center" maw={520}>
            The first row must contain column names, including recipient and amount. Recipients are matched by name,
            nickname, email address, or ID. Up to {ROWS_MAX.toLocaleString("en-US")} rows.
          </Text>
          <Anchor component="button" type="button" size="sm" onClick={() => download("payments-example.csv", example)}>
            Download example
          </Anchor>
        </Stack>
      </fieldset>
    </Section>
  );
}
