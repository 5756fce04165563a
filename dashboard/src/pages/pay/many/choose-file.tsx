import { Anchor, Text } from "@mantine/core";
import { useState } from "react";
import { download } from "#ui/files/download.ts";
import { DropZone } from "#ui/files/drop-zone.tsx";
import { ROWS_MAX } from "#ui/files/tables/file-table.ts";
import { Section } from "#ui/page/section.tsx";
import { type PaymentFile, readPaymentFile } from "./payment-file.ts";

const example = "recipient,amount,method,memo,note\r\nMina Okafor Design,1250.00,ACH,Invoice 1042,Website\r\n";

export function ChooseFile({ onFile }: { readonly onFile: (file: PaymentFile, source: Blob) => Promise<void> }) {
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  const take = async (file: File) => {
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
      <DropZone label="Payment file" busy={isReading} problem={problem} onFile={(file) => void take(file)}>
        <Text size="sm" c="dimmed" ta="center" maw={520}>
          Any layout with a recipient and an amount in each row. Separators, decimal signs, dates, and columns are
          detected and shown before anything is requested. Up to {ROWS_MAX.toLocaleString("en-US")} rows.
        </Text>
        <Anchor component="button" type="button" size="sm" onClick={() => download("payments-example.csv", example)}>
          Download example
        </Anchor>
      </DropZone>
    </Section>
  );
}
