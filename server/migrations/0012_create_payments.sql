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
--   ["replayed", transaction id]           ["duplicatePayment", transaction id]
--   ["insufficientFunds", available cents] ["tokenDayLimit", limit cents]
--   ["recipientNotFound"]                  ["recipientCannotReceive", name]     ["bankDetailsCoolingOff", routing id]
--   ["accountNotFound"]                    ["accountCannotPay"]                 ["ledgerInDoubt"]
-- or, if all were accepted from one account, {"names", "nicknames", "routings", "number"} with the first audit number.
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
  p_proofs bytea
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
  v_codes text[];
  v_found uuid[];
  v_names text[];
  v_nicknames text[];
  v_routings uuid[];
  v_all boolean;
  v_accepted boolean[];
  v_lock integer;
  v_result json[];
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

  select array_agg(
           case
             when x.replayed is not null then 'replayed'
             when x.name is null then 'recipientNotFound'
             when x.routing is null then 'recipientCannotReceive'
             when p_cooling <= x.routing and x.changed <= x.routing then 'bankDetailsCoolingOff'
             when x.duplicated is not null then 'duplicatePayment'
             else 'accepted'
           end),
         array_agg(coalesce(x.replayed, x.duplicated)),
         array_agg(x.name),
         array_agg(x.nickname),
         array_agg(x.routing),
         coalesce(
           bool_and(x.replayed is null and x.routing is not null and x.duplicated is null and x.day_limit is null
                    and (p_cooling <= x.routing and x.changed <= x.routing) is not true)
             and cardinality(p_locks) = 1 and v_pays[1] and not v_stopped[1] and sum(x.amount) <= v_available[1],
           false)
    into v_codes, v_found, v_names, v_nicknames, v_routings, v_all
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

  -- One account, nothing to refuse, funds for all of it: the common case needs no turn of the loop.
  v_accepted := array_fill(v_all, array[n]);
  if not v_all then
    v_all := true;
    -- Money, in arrival order: each payment sees what the ones before it left.
    for i in 1..n loop
      if v_codes[i] = 'replayed' then
        v_result[i] := json_build_array('replayed', v_found[i]);
        v_all := false;
        continue;
      end if;
      v_lock := array_position(v_locked, p_accounts[i]);
      if v_lock is null then
        v_result[i] := json_build_array('accountNotFound');
      elsif not v_pays[v_lock] then
        v_result[i] := json_build_array('accountCannotPay');
      elsif v_stopped[v_lock] then
        v_result[i] := json_build_array('ledgerInDoubt');
      elsif v_codes[i] = 'recipientNotFound' then
        v_result[i] := json_build_array('recipientNotFound');
      elsif v_codes[i] = 'recipientCannotReceive' then
        v_result[i] := json_build_array('recipientCannotReceive', v_names[i]);
      elsif v_codes[i] = 'bankDetailsCoolingOff' then
        v_result[i] := json_build_array('bankDetailsCoolingOff', v_routings[i]);
      elsif v_codes[i] = 'duplicatePayment' then
        v_result[i] := json_build_array('duplicatePayment', v_found[i]);
      elsif v_available[v_lock] < p_amounts[i] then
        v_result[i] := json_build_array('insufficientFunds', v_available[v_lock]);
      else
        if p_day_limits[i] is not null then
          insert into token_spend (organization_id, token_id, spent_on, spent_minor)
          select p_organization_id, p_tokens[i], p_spent_on, p_amounts[i] where p_amounts[i] <= p_day_limits[i]
          on conflict (organization_id, token_id, spent_on) do update
            set spent_minor = token_spend.spent_minor + excluded.spent_minor
            where token_spend.spent_minor + excluded.spent_minor <= p_day_limits[i];
          if not found then
            v_result[i] := json_build_array('tokenDayLimit', p_day_limits[i]);
            v_all := false;
            continue;
          end if;
        end if;
        v_available[v_lock] := v_available[v_lock] - p_amounts[i];
        v_ends[v_lock] := v_ends[v_lock] + 1;
        v_numbers[i] := v_ends[v_lock];
        v_accepted[i] := true;
        continue;
      end if;
      v_all := false;
    end loop;

    if not (true = any (v_accepted)) then
      return array_to_json(v_result)::text;
    end if;
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
    insert into account_days (organization_id, account_id, day, transactions)
    select p_organization_id, account, (created at time zone 'UTC')::date, count(*) from accepted group by 2, 3
    on conflict (organization_id, account_id, day) do update set transactions = account_days.transactions + excluded.transactions
  )
  update ledger_balances b
     set available_minor = b.available_minor - s.amount, held_minor = b.held_minor + s.amount, version = b.version + s.payments,
         audit_number = b.audit_number + s.payments
    from (select account, sum(amount)::bigint as amount, count(*) as payments from accepted group by account) s
   where b.organization_id = p_organization_id and b.ledger_account_id = s.account;

  get diagnostics v_balances = row_count;
  if v_numbers is null then
    v_balances := v_balances - 1;
  else
    v_balances := v_balances - (select count(distinct p_accounts[i]) from generate_series(1, n) as i where v_accepted[i]);
  end if;
  if v_balances <> 0 then
    raise exception 'the balance of each account that pays changes once' using errcode = 'assert_failure';
  end if;

  -- The common case in the cheapest shape: one object of three arrays instead of one array per payment. Payments from
  -- several accounts each have a number of their own.
  if v_all and v_numbers is null then
    return json_build_object('names', array_to_json(v_names), 'nicknames', array_to_json(v_nicknames), 'routings', array_to_json(v_routings),
                             'number', v_ends[1] + 1)::text;
  end if;
  for i in 1..n loop
    if v_accepted[i] then
      v_result[i] := json_build_array('accepted', v_names[i], v_nicknames[i], v_routings[i], v_numbers[i]);
    end if;
  end loop;
  return array_to_json(v_result)::text;
end $$;
