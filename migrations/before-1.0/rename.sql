-- Gives a database of the last version before 1.0 the names of this one. The functions, triggers and views of the
-- migrations follow, so all are dropped here, except for the functions that generated columns and indexes use.

drop view suppressed_recipient, text_replacement, alert_recipient, recipient, account_email;
-- With their triggers.
drop function alert_gains_recipients, alert_loses_recipients, alert_switched, alert_takes_owner_name, cancel_for_recipient,
  forget_alert_keys, forget_user, links_changed, only_erase, recipient_confirmed, refuse_change, refuse_truncate,
  seal_restricted, suppression_scope, unseal_restricted, user_email_changed cascade;
drop function account_is_open, alert_is_told, audit_purge_runs, deliverable, drop_roll, finish_roll, hide_matches,
  keep_emails_in_use, keep_event_key_partitions, keep_phones_in_use, owner_addresses, prepare_roll, purge_audit_log,
  restricted_match, roll_tables, skip_ids, stop_holds, suppressions_for, verified_emails;

alter table alert rename told to notifiable;
alter table alert rename standing to display_status;
alter table alert rename not_by_initial to exact_first_name;
alter table alert rename former_name to last_name_as_middle;
alter index alert_by_standing rename to alert_by_display_status;
alter table alert_email rename stopped_at to unsubscribed_at;
alter table alert_phone rename stopped_at to unsubscribed_at;
alter table email_address rename was_account to former_contact;
alter table phone rename was_account to former_contact;
alter table suppression rename told_at to seen_at;
alter index suppression_standing rename to suppression_in_effect;

alter table event rename spoilt_parcels to mangled_parcels;
alter table feed_check rename dismissed to discarded;
alter table held_word rename to record_word;
alter table record_word rename constraint held_word_pkey to record_word_pkey;
alter table outgoing_event rename unsent_reason to skip_reason;
alter table withheld_match rename lines to history;

alter table notice rename possibly_twice to possible_duplicate;
alter table notice rename again_after to resent_after;
alter table notice rename earlier_state to state_before_resend;
alter table notice rename constraint notice_earlier_state_check to notice_state_before_resend_check;
alter table notice_answer rename seen_at to resolved_at;
alter table notice_answer rename seen_by to resolved_by;
alter index notice_answer_unseen rename to notice_answer_unresolved;
alter table report_mail rename withdrawn_at to taken_back_at;
alter table notice_change_told rename to notice_of_change;
alter table notice_of_change rename constraint notice_change_told_pkey to notice_of_change_pkey;
alter table notice_of_change rename constraint notice_change_told_change_id_fkey to notice_of_change_change_id_fkey;
alter index notice_change_told_change rename to notice_of_change_change;

alter table delivery rename lane to priority;
alter table delivery rename attempt to fence;
alter table delivery rename calls to attempts;
alter table delivery rename owner to claim_owner;
alter table delivery rename owner_attempt to claim_fence;
alter table delivery rename doubt_since to in_doubt_since;

alter table figure_minute rename possibly_twice to possible_duplicates;
alter table figure_minute rename looks_wrong to suspicious_reports;

-- From version 18 on, PostgreSQL names what is not null.
do $$
declare
  other record;
begin
  for other in
    select c.oid::regclass as of_table, k.conname as name, format('%s_%s_not_null', c.relname, a.attname) as proper
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.contype = 'n' and c.relnamespace = 'public'::regnamespace and not c.relispartition
      and c.relname in ('alert', 'delivery', 'email_address', 'feed_check', 'figure_minute', 'notice', 'notice_of_change',
        'outgoing_event', 'phone', 'record_word')
      and k.conname <> format('%s_%s_not_null', c.relname, a.attname)
  loop
    execute format('alter table %s rename constraint %I to %I', other.of_table, other.name, other.proper);
  end loop;
end $$;

alter table notice drop constraint notice_state_check;
update notice set state = 'canceled' where state = 'cancelled';
alter table notice add constraint notice_state_check check
  (state in ('held', 'waiting', 'in_doubt', 'accepted', 'delivered', 'failed', 'canceled'));
alter table quarantine drop constraint quarantine_outcome_check;
update quarantine set outcome = 'discarded' where outcome = 'dismissed';
alter table quarantine add constraint quarantine_outcome_check check (outcome in ('retried', 'discarded'));
alter table audit_log validate constraint audit_log_type_check;
alter table notice_attempt validate constraint notice_attempt_outcome_check;
alter table migration_copy validate constraint migration_copy_of_check;

-- Rows that are kept as JSON have the columns' names in them. A quotation mark within a text has a backslash before it, so
-- these texts are found as keys alone. json_build_object writes a space before the colon, row_to_json none.
create function pg_temp.rename_keys(body text, names text[]) returns text language plpgsql immutable as $$
begin
  for place in 1 .. array_length(names, 1) by 2 loop
    body := replace(body, '"' || names[place] || '":', '"' || names[place + 1] || '":');
    body := replace(body, '"' || names[place] || '" :', '"' || names[place + 1] || '" :');
  end loop;
  return body;
end $$;

update event_revision set body = pg_temp.rename_keys(body::text, '{spoilt_parcels,mangled_parcels}')::json
  where body::text like '%"spoilt\_parcels"%';
update restricted_content set body = pg_temp.rename_keys(body::text, '{spoilt_parcels,mangled_parcels}')::json;
update withheld_match set history = pg_temp.rename_keys(history::text, '{unsent_reason,skip_reason}')::json
  where history is not null;
update notice_change set before = pg_temp.rename_keys(before::text, '{told,notifiable,standing,display_status,
  not_by_initial,exact_first_name,former_name,last_name_as_middle,stopped_at,unsubscribed_at}')::jsonb;
update migration_copy set body = pg_temp.rename_keys(body::text, case of
    when 'alert' then '{told,notifiable,standing,display_status,not_by_initial,exact_first_name,
      former_name,last_name_as_middle}'::text[]
    when 'alert_email' then '{stopped_at,unsubscribed_at}'
    when 'alert_phone' then '{stopped_at,unsubscribed_at}'
    when 'email_address' then '{was_account,former_contact}'
    when 'suppression' then '{told_at,seen_at}'
    when 'notice' then '{possibly_twice,possible_duplicate,again_after,resent_after,earlier_state,state_before_resend}'
    else '{lane,priority,attempt,fence,calls,attempts,owner,claim_owner,owner_attempt,claim_fence,
      doubt_since,in_doubt_since}' end)::json
  where of in ('alert', 'alert_email', 'alert_phone', 'email_address', 'suppression', 'notice', 'delivery');
update migration_copy set body = replace(body::text, '"state":"cancelled"', '"state":"canceled"')::json where of = 'notice';
