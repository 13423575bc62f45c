-- Counts the times that lost work rows were restored. What the database no longer knows, a claim of a lost row among it,
-- must not come again: each time takes its fences from a range of its own.
create sequence delivery_restored as integer;
