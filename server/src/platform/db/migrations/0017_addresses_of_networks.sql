-- All that came from one network of IPv6, whose addresses a host changes as it likes.
CREATE INDEX events_of_ipv6 ON events (address text_pattern_ops, happened_at DESC)
  WHERE address LIKE '%:%';

CREATE FUNCTION is_in_network(address text, network text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  BEGIN
    RETURN address::inet <<= network::inet;
  EXCEPTION WHEN data_exception THEN
    RETURN false;
  END $$;

-- How many people were told of alerts lately.
CREATE INDEX alert_actions_told ON alert_actions (done_at) WHERE kind = 'notify' AND state = 'done';
