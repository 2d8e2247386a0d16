-- How often the latest step of a device key was granted something anew: a copy could repeat one for ever.
ALTER TABLE device_steps ADD COLUMN repeats smallint NOT NULL DEFAULT 0;
