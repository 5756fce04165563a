import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Loaded } from "../feedback/loaded.tsx";
import { Section } from "../page/section.tsx";
import { type Cursor, Pager } from "./pager.tsx";

type ListQuery<Answer> = Parameters<typeof Loaded<Answer>>[0]["query"];

/**
 * Searches once the user stops typing or leaves the field: a search that began after a click on a result would lead back to
 * the list.
 */
export function SearchField({
  label,
  search,
  onSearch,
  ...look
}: Pick<TextInputProps, "placeholder" | "size" | "w" | "maw" | "m"> & {
  readonly label: string;
  readonly search: string | undefined;
  readonly onSearch: (search: string | undefined) => void;
}) {
  const find = useDebouncedCallback((text: string) => onSearch(text || undefined), 250);
  return (
    <TextInput
      type="search"
      aria-label={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      defaultValue={search ?? ""}
      onChange={(event) => find(event.currentTarget.value)}
      onBlur={find.flush}
      {...look}
    />
  );
}

/** A searchable list in pages, or what to do when it is empty. */
export function SearchSection<Answer extends { readonly page: Parameters<typeof Pager>[0]["page"] }>({
  label,
  placeholder,
  search,
  query,
  isEmpty,
  empty,
  onSearch,
  onTurn,
  children,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly search: string | undefined;
  readonly query: ListQuery<Answer>;
  readonly isEmpty: (answer: Answer) => boolean;
  readonly empty: ReactNode;
  readonly onSearch: (search: string | undefined) => void;
  readonly onTurn: (cursor: Cursor) => void;
  readonly children: (answer: Answer) => ReactNode;
}) {
  return (
    <Section flush>
      <SearchField label={label} placeholder={placeholder} search={search} onSearch={onSearch} maw={360} m="sm" />
      <Loaded query={query}>
        {(answer) =>
          isEmpty(answer) ? (
            empty
          ) : (
            <>
              {children(answer)}
              <Pager page={answer.page} onTurn={onTurn} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
