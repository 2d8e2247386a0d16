import { endpoints } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import { createFakeApi } from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { ResolveButton } from './ResolveButton.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
afterEach(cleanup);

test.each([
  ['Mark as resolved', false],
  ['Reopen', true],
])("'%s' asks for the other state", async (name, resolved) => {
  const asked: unknown[] = [];
  const call: Api['call'] = async (endpoint, input) => {
    if ((endpoint as unknown) === endpoints.logs.setClientErrorResolved) asked.push(input);
    return {} as never;
  };
  render(
    <MemoryRouter at="/admin/client-errors">
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createFakeApi({ call })}>
          <ResolveButton error={{ id: 'e1', resolved }} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() =>
    expect(asked).toEqual([{ params: { id: 'e1' }, body: { resolved: !resolved } }]),
  );
});
