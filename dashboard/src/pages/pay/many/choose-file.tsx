import { Anchor, Button, FileButton, Stack, Text } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import { download } from "#ui/files/download.ts";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { Section } from "#ui/page/section.tsx";
import classes from "./choose-file.module.css";
import { type PaymentFile, readPaymentFile } from "./payment-file.ts";
import { ROWS_MAX } from "./reading/file-table.ts";

const example = "recipient,amount,method,memo,note\r\nMina Okafor Design,1250.00,ACH,Invoice 1042,Website\r\n";

export function ChooseFile({ onFile }: { readonly onFile: (file: PaymentFile, source: Blob) => Promise<void> }) {
  const [problem, setProblem] = useState<string>();
  const [over, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    setProblem(undefined);
    setReading(true);
    try {
      await onFile(await readPaymentFile(file.name, file), file);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "The file could not be read.");
    } finally {
      setReading(false);
    }
  };
  return (
    <Section>
      <fieldset
        aria-label="File drop area"
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
          <Text size="sm">Drop a CSV or Excel file here, or</Text>
          <FileButton
            onChange={(file) => void take(file)}
            accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            inputProps={{ "aria-label": "Payment file" }}
          >
            {(props) => (
              <Button {...props} loading={isReading}>
                Choose file
              </Button>
            )}
          </FileButton>
          <FormProblem problem={problem} />
          <Text size="sm" c="dimmed" ta="center" maw={520}>
            Any layout with a recipient and an amount in each row. Separators, decimal signs, dates, and columns are
            detected and shown before anything is requested. Up to {ROWS_MAX.toLocaleString("en-US")} rows.
          </Text>
          <Anchor component="button" type="button" size="sm" onClick={() => download("payments-example.csv", example)}>
            Download example
          </Anchor>
        </Stack>
      </fieldset>
    </Section>
  );
}
