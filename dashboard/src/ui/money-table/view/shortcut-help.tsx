import { ActionIcon, Kbd, Modal, Table, Tooltip } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { useState } from "react";
import { useDocumentKeys } from "../document-keys.ts";

export interface Shortcut {
  readonly keys: string;
  readonly meaning: string;
}

const ofEveryTable: readonly Shortcut[] = [
  { keys: "j", meaning: "Next row" },
  { keys: "k", meaning: "Previous row" },
  { keys: "Enter", meaning: "Open row" },
  { keys: "o", meaning: "Open row next to the list (also Space)" },
  { keys: "Esc", meaning: "Close it" },
  { keys: "x", meaning: "Select row" },
  { keys: "Shift x", meaning: "Select a range of rows" },
];

/** The keys of a table, also shown by "?". */
export function ShortcutHelp({ more = [] }: { readonly more?: readonly Shortcut[] }) {
  const [isOpen, setOpen] = useState(false);
  useDocumentKeys((key) => {
    if (key === "?") setOpen(true);
    return key === "?";
  });
  const shortcuts = [...ofEveryTable, ...more, { keys: "?", meaning: "Show keyboard shortcuts" }];
  return (
    <>
      <Tooltip label="Keyboard shortcuts (?)">
        <ActionIcon
          variant="default"
          size={30}
          visibleFrom="sm"
          aria-label="Keyboard shortcuts"
          onClick={() => setOpen(true)}
        >
          <IconKeyboard size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts" size="sm">
        <Table withRowBorders={false} verticalSpacing={4}>
          <Table.Tbody>
            {shortcuts.map(({ keys, meaning }) => (
              <Table.Tr key={keys}>
                <Table.Td w={100}>
                  {keys.split(" ").map((key) => (
                    <Kbd key={key} mr={4}>
                      {key}
                    </Kbd>
                  ))}
                </Table.Td>
                <Table.Td>{meaning}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Modal>
    </>
  );
}
