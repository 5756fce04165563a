-- A name that banks' files cannot contain is refused when the payment is made, not at the cut-off (docs/adr/0101-names.md).
-- Recipients are saved only with names that can be written; this is for those from before. To create_payments, such a recipient
-- cannot receive by any method, which processes of the previous version understand.

-- allowed: not-known-safe: replaces a function, of which the previous version understands every answer
do $migration$
declare
  v_before constant text := pg_get_functiondef('create_payments'::regproc);
  v_after text;
begin
  v_after := regexp_replace(
    v_before,
    $q$case p_methods\[i\](.*?)end as routing$q$,
    $q$case
               -- As plain-text.ts: accents are removed and letters written out; what remains must be ASCII, with a letter or a digit other than 0.
               when case when octet_length(r.name) = char_length(r.name) then r.name
                         else translate(regexp_replace(normalize(r.name, nfkd), '[\\u0300-\\u036f\\ufe0e\\ufe0f]', '', 'g'),
                                'ßẞÆæŒœØøŁłĐđÐðÞþĦħıĸŊŋ€£¥©®‘’‚“”„«»‐–—−×⁄·',
                                'sSAaOoOoLlDdDdTtHhikNnEGJcr''''''"""""----x/.') end
                    ~ '^[ -~]*[A-Za-z1-9][ -~]*$'
               then case p_methods[i]\1end
             end as routing$q$
  );
  if v_after = v_before then
    raise exception 'create_payments chooses the bank details by the method' using errcode = 'assert_failure';
  end if;
  execute v_after;
end $migration$;
