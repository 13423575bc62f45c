-- Each settings page shows its latest changes: few rows of a long log.
create index audit_log_settings on audit_log (id) where type in ('SETTING', 'LOCKOUT');
