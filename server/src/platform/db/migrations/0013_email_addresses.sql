-- Where an activation code can be sent by e-mail. Several users may share one address.
ALTER TABLE users ADD COLUMN email text;
