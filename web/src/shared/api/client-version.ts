/** Sent as the client version with every call; a test holds it to the package's own. */
export const clientVersion = '0.1.0';
