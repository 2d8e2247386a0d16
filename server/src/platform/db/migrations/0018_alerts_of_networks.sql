-- Alerts of an address are also those about its network; without this each alert is read.
CREATE INDEX alerts_of_network ON alerts (subject_key) WHERE subject_kind = 'address';
