-- create_payments, the hot path: decides and writes many payments of one organization in one call and one commit
-- (docs/adr/0004-hot-path.md).
--
-- Arrays are parallel, one element per payment, in arrival order, and are always indexed by the payment's position in the
-- call. The caller makes sure that no two payments of a call share a key digest or a guard digest, so checking each of them
-- against what is stored is exact.
--   p_guards    for each payment the same number of digests, one after the other: first the one to store, then those of the
--               other periods that the duplicate guard covers (guard-digest.ts). The upper 12 bits of a
--               digest are its period, so payments of one time share the pages of their index.
--   p_cooling   the smallest id of bank details that are still cooling off (null = none do). Ids contain their time and
--               increase; first_changed_routing_id is the smallest one that is a change at all.
--   p_proofs    32 bytes for each payment: the service's HMAC over the content of its audit row.
--
-- The accounts are locked first, in id order. Under READ COMMITTED, every later statement then sees everything that was
-- committed before the locks were granted. One query then decides everything but money for all payments. Unless it is clear
-- that the funds cover all of them, the loop after it does the arithmetic in arrival order.
--
-- Result: JSON, one array per payment,
--   ["accepted", name, nickname, routing id, audit number]
--   ["replayed", transaction id]
--   ["refused", reasons]: every reason in the order of the checks; the first one is the decision. Each is one of
--     ["accountNotFound"]     ["accountCannotPay"]              ["ledgerInDoubt"]
--     ["recipientNotFound"]   ["recipientCannotReceive", name]  ["bankDetailsCoolingOff", routing id]
--     ["duplicatePayment", transaction id]  ["insufficientFunds", available cents]  ["tokenDayLimit", limit cents]
-- or, if all were accepted from one account, {"names", "nicknames", "routings", "number"} with the first audit number.
--
-- With p_dry_run, the result is the same, but nothing is written and nothing is locked (ADR 0030). A token's limit for the
-- day is then checked even if there are other reasons; a call that writes only counts payments that have none.
--
-- The settings pin the plans: a hot statement must not change its plan when statistics change. "is not distinct from" hides
-- the organization from the planner's choice of index on purpose, so that only the digest's own index can serve.
create function create_payments(
  p_organization_id uuid,
  p_guard interval,
  p_cooling uuid,
  p_locks uuid[],
  p_transactions uuid[],
  p_accounts uuid[],
  p_recipients uuid[],
  p_amounts bigint[],
  p_methods text[],
  p_created timestamptz[],
  p_deliveries timestamptz[],
  p_hand_overs timestamptz[],
  p_memos text[],
  p_notes text[],
  p_purposes text[],
  p_keys uuid[],
  p_guards bigint[],
  p_tokens uuid[],
  p_users uuid[],
  p_requests uuid[],
  p_day_limits bigint[],
  p_spent_on date,
  p_events uuid[],
  p_audits uuid[],
  p_addresses text[],
  p_http_requests text[],
  p_proofs bytea,
  p_dry_run boolean
) returns text
language plpgsql
set plan_cache_mode = 'force_generic_plan'
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_material = off
set jit = off
as $$
#variable_conflict use_column
declare
  n constant integer := cardinality(p_transactions);
  v_periods constant integer := cardinality(p_guards) / n;
  v_locked uuid[];
  v_available bigint[];
  v_pays boolean[];
  v_stopped boolean[];
  v_ends bigint[]; -- the last audit number of each locked account
  v_numbers bigint[]; -- the audit number of each accepted payment; null when all were accepted from one account
  v_replayed uuid[];
  v_recipients text[]; -- why the recipient cannot be paid
  v_duplicated uuid[];
  v_names text[];
  v_nicknames text[];
  v_routings uuid[];
  v_all boolean;
  v_accepted boolean[];
  v_lock integer;
  v_counted boolean; -- whether a token's day has room for the payment
  v_refusals text[]; -- every reason to reject a payment
  v_verdicts json[];
  v_result text;
  v_balances integer;
begin
  -- Assertions (errcode assert_failure): a violation is a bug of the caller or of this function. The ASSERT statement is not
  -- used, because a setting (plpgsql.check_asserts) switches it off.
  if (cardinality(p_accounts) = n and cardinality(p_recipients) = n and cardinality(p_amounts) = n
      and cardinality(p_methods) = n and cardinality(p_created) = n and cardinality(p_deliveries) = n
      and cardinality(p_hand_overs) = n and cardinality(p_memos) = n and cardinality(p_notes) = n
      and cardinality(p_purposes) = n and cardinality(p_keys) = n and cardinality(p_tokens) = n
      and cardinality(p_users) = n and cardinality(p_requests) = n and cardinality(p_day_limits) = n
      and cardinality(p_events) = n and cardinality(p_audits) = n and cardinality(p_addresses) = n
      and cardinality(p_http_requests) = n) is not true then
    raise exception 'each array has one element for each payment' using errcode = 'assert_failure';
  end if;
  if (v_periods >= 1 and cardinality(p_guards) = n * v_periods) is not true then
    raise exception 'each payment has the same number of guard digests' using errcode = 'assert_failure';
  end if;
  if (octet_length(p_proofs) = 32 * n) is not true then
    raise exception 'each payment has a proof of 32 bytes' using errcode = 'assert_failure';
  end if;
  if (0 < all (p_amounts)) is not true then
    raise exception 'each payment takes a positive amount' using errcode = 'assert_failure';
  end if;

  -- The same query twice, because whether a query locks is part of its text.
  if p_dry_run then
    select array_agg(b.ledger_account_id), array_agg(b.available_minor), array_agg(b.pays), array_agg(b.stop_reason is not null),
           array_agg(b.audit_number)
      into v_locked, v_available, v_pays, v_stopped, v_ends
      from ledger_balances b
     where b.organization_id = p_organization_id and b.ledger_account_id = any (p_locks);
  else
    select array_agg(b.ledger_account_id), array_agg(b.available_minor), array_agg(b.pays), array_agg(b.stop_reason is not null),
           array_agg(b.audit_number)
      into v_locked, v_available, v_pays, v_stopped, v_ends
      from (
        select ledger_account_id, available_minor, pays, stop_reason, audit_number
          from ledger_balances
         where organization_id = p_organization_id and ledger_account_id = any (p_locks)
         order by ledger_account_id
           for no key update
      ) b;
  end if;

  select array_agg(x.replayed),
         array_agg(
           case
             when x.name is null then '["recipientNotFound"]'
             when x.routing is null then json_build_array('recipientCannotReceive', x.name)::text
             when p_cooling <= x.routing and x.changed <= x.routing then json_build_array('bankDetailsCoolingOff', x.routing)::text
           end),
         array_agg(x.duplicated),
         array_agg(x.name),
         array_agg(x.nickname),
         array_agg(x.routing),
         coalesce(
           bool_and(x.replayed is null and x.routing is not null and x.duplicated is null and x.day_limit is null
                    and (p_cooling <= x.routing and x.changed <= x.routing) is not true)
             and cardinality(p_locks) = 1 and v_pays[1] and not v_stopped[1] and sum(x.amount) <= v_available[1],
           false)
    into v_replayed, v_recipients, v_duplicated, v_names, v_nicknames, v_routings, v_all
    from (
      select r.name, r.nickname, p_amounts[i] as amount, p_day_limits[i] as day_limit, r.first_changed_routing_id as changed,
             case p_methods[i]
               when 'ach' then r.ach_routing_id
               when 'check' then r.check_routing_id
               when 'domesticWire' then r.domestic_wire_routing_id
               when 'realTimePayment' then coalesce(r.real_time_payment_routing_id, r.ach_routing_id)
               when 'internationalWire' then r.international_wire_routing_id
             end as routing,
             (select t.transaction_id from transactions t
               where t.key_digest = p_keys[i] and t.organization_id is not distinct from p_organization_id) as replayed,
             (select t.transaction_id from transactions t
               where t.guard_digest = any (p_guards[(i - 1) * v_periods + 1 : i * v_periods])
                 and t.organization_id is not distinct from p_organization_id
                 and t.account_id is not distinct from p_accounts[i]
                 and t.counterparty_id is not distinct from p_recipients[i]
                 and t.amount_minor = -p_amounts[i]
                 and t.method = p_methods[i]
                 and t.status in ('pending', 'sent')
                 and t.created_at > p_created[i] - p_guard
               limit 1) as duplicated
        from generate_series(1, n) as i
        left join recipients r
          on r.organization_id = p_organization_id and r.recipient_id = p_recipients[i] and r.status = 'active'
       order by i -- the aggregates above take the rows as they come
      offset 0 -- keeps the two look-ups from being copied into every expression above
    ) x;

  if (cardinality(v_names) = n) is not true then
    raise exception 'each payment is looked up once' using errcode = 'assert_failure';
  end if;

  -- One account, nothing to reject, funds for all of it: the common case needs no turn of the loop, and its result is in the
  -- cheapest shape, one object of three arrays instead of one array per payment.
  v_accepted := array_fill(v_all, array[n]);
  if v_all then
    v_result := json_build_object('names', array_to_json(v_names), 'nicknames', array_to_json(v_nicknames), 'routings', array_to_json(v_routings),
                                  'number', v_ends[1] + 1)::text;
  else
    -- Money, in arrival order: each payment sees what the earlier payments left.
    for i in 1..n loop
      if v_replayed[i] is not null then
        v_verdicts[i] := json_build_array('replayed', v_replayed[i]);
        continue;
      end if;
      v_lock := array_position(v_locked, p_accounts[i]);
      v_refusals := array_remove(array[
        case when v_lock is null then '["accountNotFound"]'
             when not v_pays[v_lock] then '["accountCannotPay"]'
             when v_stopped[v_lock] then '["ledgerInDoubt"]'
        end,
        v_recipients[i],
        case when v_duplicated[i] is not null then json_build_array('duplicatePayment', v_duplicated[i])::text end,
        case when v_available[v_lock] < p_amounts[i] then json_build_array('insufficientFunds', v_available[v_lock])::text end
      ], null);
      if p_day_limits[i] is not null and (p_dry_run or cardinality(v_refusals) = 0) then
        if p_dry_run then
          perform where p_day_limits[i] >= p_amounts[i]
            + coalesce((select spent_minor from token_spend
                         where organization_id = p_organization_id and token_id = p_tokens[i] and spent_on = p_spent_on), 0)
            + coalesce((select sum(p_amounts[j]) from generate_series(1, i - 1) as j
                         where v_accepted[j] and p_tokens[j] = p_tokens[i] and p_day_limits[j] is not null), 0);
          v_counted := found;
        elsif p_amounts[i] > p_day_limits[i] then
          v_counted := false;
        else
          insert into token_spend (organization_id, token_id, spent_on, spent_minor)
          values (p_organization_id, p_tokens[i], p_spent_on, p_amounts[i])
          on conflict (organization_id, token_id, spent_on) do update
            set spent_minor = token_spend.spent_minor + excluded.spent_minor
            where token_spend.spent_minor + excluded.spent_minor <= p_day_limits[i];
          v_counted := found;
        end if;
        if not v_counted then
          v_refusals := v_refusals || json_build_array('tokenDayLimit', p_day_limits[i])::text;
        end if;
      end if;
      if cardinality(v_refusals) > 0 then
        v_verdicts[i] := json_build_array('refused', v_refusals::json[]);
        continue;
      end if;
      v_accepted[i] := true;
      v_available[v_lock] := v_available[v_lock] - p_amounts[i];
      v_ends[v_lock] := v_ends[v_lock] + 1;
      v_numbers[i] := v_ends[v_lock];
      v_verdicts[i] := json_build_array('accepted', v_names[i], v_nicknames[i], v_routings[i], v_numbers[i]);
    end loop;
    v_result := array_to_json(v_verdicts)::text;
  end if;

  if p_dry_run or not (true = any (v_accepted)) then
    return v_result;
  end if;

  -- One statement for all that is written: a statement costs as much to start as ten rows cost to insert.
  with accepted as materialized (
    select i, p_transactions[i] as id, p_accounts[i] as account, p_amounts[i] as amount, p_created[i] as created,
           p_hand_overs[i] as hand_over, p_tokens[i] as token, p_users[i] as person, p_methods[i] as method, v_names[i] as name,
           coalesce(v_numbers[i], v_ends[1] + i) as number
      from generate_series(1, n) as i
     where v_accepted[i]
  ), made as (
    insert into transactions (
      organization_id, transaction_id, account_id, counterparty_id, amount_minor, key_digest, guard_digest, created_at,
      estimated_delivery_at, kind, method, counterparty_name, counterparty_nickname, routing_id, external_memo, note,
      purpose, bank_description, request_id, created_by_token, created_by_user, status)
    select p_organization_id, id, account, p_recipients[i], -amount, p_keys[i], p_guards[(i - 1) * v_periods + 1], created,
           p_deliveries[i], 'outgoingPayment', method, name, v_nicknames[i], v_routings[i], p_memos[i], p_notes[i],
           p_purposes[i],
           case method
             when 'ach' then 'ACH payment to '
             when 'check' then 'Check to '
             when 'domesticWire' then 'Wire to '
             when 'realTimePayment' then 'Real-time payment to '
             when 'internationalWire' then 'International wire to '
           end || name,
           p_requests[i], token, person, 'pending'
      from accepted
  ), held as (
    insert into ledger_entries (organization_id, transaction_id, effect, debit_account_id, credit_account_id, amount_minor, entered_at)
    select p_organization_id, id, 'hold', account, account, amount, created from accepted
  ), told as (
    insert into events (organization_id, event_id, resource_type, resource_id, resource_version, operation, occurred_at)
    select p_organization_id, p_events[i], 'transaction', id, 1, 'create', created from accepted
  ), audited as (
    insert into audit_log (organization_id, audit_id, at, actor_type, actor_id, address, http_request_id, action,
                           resource_type, resource_id, stream_id, number, mac)
    select p_organization_id, p_audits[i], created,
           case when person is not null then 'user' when token is not null then 'token' else 'service' end,
           coalesce(person, token)::text, p_addresses[i], p_http_requests[i], 'transaction.create', 'transaction', id::text, account, number,
           sha256(substring(p_proofs from i * 32 - 31 for 32) || int8send(number) || convert_to(v_routings[i]::text || ' ' || name, 'UTF8'))
      from accepted
  ), boxed as (
    insert into outbox (organization_id, topic, ids)
    select p_organization_id, 'events', array_agg(p_events[i] order by i) from accepted
    union all
    select p_organization_id, 'audit', array_agg(p_audits[i] order by i) from accepted
  ), queued as (
    insert into rail_queue (organization_id, hand_over_at, transaction_ids)
    select p_organization_id, hand_over, array_agg(id) from accepted group by hand_over
  ), counted as (
    insert into account_days (organization_id, account_id, day, method, transactions, pending, least_minor, most_minor, out_minor, out_transactions)
    select p_organization_id, account, (created at time zone 'UTC')::date, method, count(*), count(*), min(amount), max(amount),
           sum(amount)::bigint, count(*)
      from accepted group by 2, 3, 4
    on conflict (organization_id, account_id, day, method) do update
      set transactions = account_days.transactions + excluded.transactions,
          pending = account_days.pending + excluded.pending,
          least_minor = least(account_days.least_minor, excluded.least_minor),
          most_minor = greatest(account_days.most_minor, excluded.most_minor),
          out_minor = account_days.out_minor + excluded.out_minor,
          out_transactions = account_days.out_transactions + excluded.out_transactions
  )
  update ledger_balances b
     set available_minor = b.available_minor - s.amount, held_minor = b.held_minor + s.amount, version = b.version + s.payments,
         audit_number = b.audit_number + s.payments
    from (select account, sum(amount)::bigint as amount, count(*) as payments from accepted group by account) s
   where b.organization_id = p_organization_id and b.ledger_account_id = s.account;

  get diagnostics v_balances = row_count;
  if v_all then
    v_balances := v_balances - 1;
  else
    v_balances := v_balances - (select count(distinct p_accounts[i]) from generate_series(1, n) as i where v_accepted[i]);
  end if;
  if v_balances <> 0 then
    raise exception 'the balance of each account that pays changes once' using errcode = 'assert_failure';
  end if;

  return v_result;
end $$;
