/** From here on a figure asks for a look; the rules of alerts wait for worse. */
export const targets = { latencyMs: 1000, errorRatio: 0.01 } as const;
