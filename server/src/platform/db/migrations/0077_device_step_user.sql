-- Who took the latest step of a device key; null where that is not known.
ALTER TABLE device_steps ADD COLUMN user_id uuid;
