-- How long the oldest unsent message had waited when the minute was over, in seconds; null where no worker saw it.
alter table figure_minute add column oldest_unsent integer;
