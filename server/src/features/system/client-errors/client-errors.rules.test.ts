import type { ClientErrorReport } from '@prahari/contract';
import { describe, expect, it } from 'vitest';
import { cleanReport, findOldestKept, keepLastOfEachId } from './client-errors.rules.ts';

const report: ClientErrorReport = {
  id: '8e4df3a4-1111-4a2b-8c3d-000000000001',
  timestamp: '2031-01-01T00:00:00.000Z',
  level: 'ERROR',
  category: 'script',
  operation: 'GET /videos?token=abc',
  message: 'failed for +919876543210',
  userMessage: 'x',
  correlationId: null,
  metadata: { stack: 'password="mango tree" at a.js:1' },
  resolved: false,
  acknowledgedByUser: false,
};

describe('what browsers say about errors', () => {
  it('is kept without what a browser should not have sent', () => {
    expect(cleanReport(report)).toMatchObject({
      operation: 'GET /videos?[query]',
      message: 'failed for [number …10]',
      metadata: { stack: 'password=[secret] at a.js:1' },
    });
  });

  it('is kept once an id, as it was said last', () => {
    const reports = [report, { ...report, acknowledgedByUser: true }];
    expect(keepLastOfEachId(reports)).toEqual([{ ...report, acknowledgedByUser: true }]);
  });

  it('is kept for 24 hours', () => {
    expect(findOldestKept(new Date('2031-01-02T12:00:00Z'))).toEqual(
      new Date('2031-01-01T12:00:00Z'),
    );
  });
});
