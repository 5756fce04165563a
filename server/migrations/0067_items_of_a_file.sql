-- The items of a file are listed in pages by their IDs; by their positions, each page would sort all items of the file.
-- transaction: none

create index concurrently if not exists bank_file_items_of_file_by_id on bank_file_items (organization_id, file_id, item_id);
drop index concurrently if exists bank_file_items_of_file;
