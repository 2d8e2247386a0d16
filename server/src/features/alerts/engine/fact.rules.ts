/** A recorded event, as rules see it. */
export interface Fact {
  readonly transactionId: number;
  readonly id: string;
  readonly name: string;
  readonly atMs: number;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly deviceId: string | null;
  readonly address: string | null;
  readonly country: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export function readText({ data }: Fact, field: string): string | undefined {
  const value = data[field];
  return typeof value === 'string' ? value : undefined;
}

export function readNumber({ data }: Fact, field: string): number {
  const value = data[field];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** Tests and audits of the platform itself are in no statistics. */
export function isArranged({ data }: Fact): boolean {
  return data['isTest'] === true || data['isAudit'] === true;
}
