-- The call whose report gave a notice its state: of several calls of a notice, one that arrived decides.
alter table notice add column reported_call integer;
