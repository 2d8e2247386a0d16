-- How often the condition of an open alert came back after a pause as long as its time window.
ALTER TABLE alerts ADD COLUMN recurred integer NOT NULL DEFAULT 0;
