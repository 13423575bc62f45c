-- Which providers there are is the program's to know (shared/node/providers/registry.ts): a new one needs no migration.
alter table provider_callback drop constraint provider_callback_provider_check;
