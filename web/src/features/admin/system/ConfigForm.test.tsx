import { ApiError, firstSystemConfig, type SystemConfigView } from '@prahari/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiProvider } from '../../../shared/api/api-context.ts';
import type { Api } from '../../../shared/api/browser-api.ts';
import {
  createFakeApi,
  createFakeSession,
  learnerLogin,
} from '../../../shared/api/testing/fake-api.ts';
import { loadTexts, startI18n } from '../../../shared/i18n/i18n.ts';
import { MemoryRouter } from '../../../shared/routing/testing/MemoryRouter.tsx';
import { ConfigForm } from './ConfigForm.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('admin');
});
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const config = {
  ...firstSystemConfig,
  accounts: { ...firstSystemConfig.accounts, invitationDays: 11 },
};
const view: SystemConfigView = {
  config,
  initial: firstSystemConfig,
  version: 4,
  updatedAt: null,
  updatedBy: null,
};

function show(
  given = view,
  call: Api['call'] = () => new Promise(() => undefined),
  user = '1',
  search = '',
) {
  const id = `8e4df3a4-1111-4a2b-8c3d-00000000000${user}`;
  const session = createFakeSession({
    ...learnerLogin,
    userType: 'SUPER_ADMIN',
    user: { ...learnerLogin.user, id, userType: 'SUPER_ADMIN' },
  });
  return render(
    <MemoryRouter at={`/admin/system${search}`}>
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider value={createFakeApi({ session, call })}>
          <ConfigForm view={given} />
        </ApiProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const save = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Save changes' });
const bar = () => screen.getAllByText(/unsaved change/).map((text) => text.textContent);

test('another page leads to one setting', () => {
  show(view, undefined, undefined, '?search=remote+runners');
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'remote runners');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
});

describe('what is not saved', () => {
  test('is counted in a bar that is there for as long, and can be discarded', () => {
    show();
    expect(save()).toBeNull();
    type('Devices per learner', '3');
    expect(bar()).toContain('1 unsaved change');
    fireEvent.click(screen.getByRole('checkbox', { name: /test label/ }));
    expect(bar()).toContain('2 unsaved changes');
    type('Devices per learner', '500');
    expect(save()?.disabled).toBe(true);
    expect(screen.getAllByText(/Some values aren’t valid/)).not.toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(save()).toBeNull();
    expect(field('Devices per learner').value).toBe('1');
  });

  test('is not there for another user', () => {
    const before = show();
    type('Devices per learner', '3');
    before.unmount();

    const others = show(view, undefined, '2');
    expect(field('Devices per learner').value).toBe('1');
    others.unmount();
    show();
    expect(field('Devices per learner').value).toBe('3');
  });

  test('is there again after a new sign-in, and says so', () => {
    const before = show();
    type('Devices per learner', '3');
    before.unmount();
    show();
    expect(field('Devices per learner').value).toBe('3');
    expect(screen.getByText(/Your unsaved changes are back/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    cleanup();
    show();
    expect(field('Devices per learner').value).toBe('1');
  });

  test('meets what somebody else saved in the meantime as a conflict', () => {
    const before = show();
    type('Devices per learner', '3');
    before.unmount();
    const accounts = { ...config.accounts, invitationDays: 12 };
    show({ ...view, version: 5, config: { ...config, accounts } });
    const row = screen.getByRole('row', { name: /Activation code valid for/ });
    expect(within(row).getByText('12 days')).toBeTruthy();
    expect(screen.getByRole('row', { name: /Devices per learner/ }).textContent).toContain('3');
  });

  test('stays typed in when saving fails', async () => {
    const offline = new ApiError({
      status: 0,
      type: 'x',
      code: 'NETWORK_ERROR',
      message: 'x',
      details: {},
      correlationId: null,
    });
    show(view, () => Promise.reject(offline));
    type('Devices per learner', '3');
    fireEvent.click(save() ?? document.body);
    expect(await screen.findByText(/Network connection lost/)).toBeTruthy();
    expect(field('Devices per learner').value).toBe('3');
  });
});

describe('what differs from its default', () => {
  test('has a way back to it', () => {
    show();
    const name = 'Reset “Activation code valid for” to its default: 7 days';
    fireEvent.click(screen.getByRole('button', { name }));
    expect(field('Activation code valid for').value).toBe('7');
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(bar()).toContain('1 unsaved change');
  });

  test('can be shown alone, in the fold too', () => {
    const playback = { ...config.playback, slowCheckSeconds: 31 };
    show({ ...view, config: { ...config, playback } });
    expect(screen.queryByRole('textbox', { name: 'Check the page thoroughly every' })).toBeNull();
    expect(screen.getByText('1 changed from its default')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Changed from default (2)' }));
    expect(screen.getAllByRole('textbox').map((box) => box.id)).toHaveLength(2);
    expect(field('Check the page thoroughly every').value).toBe('31');
  });
});

describe('advanced settings', () => {
  test('are folded away until asked for, searched for, or changed', () => {
    show();
    const name = 'Video loaded ahead';
    const fold = () => screen.getByRole('button', { name: /17 advanced settings/ });
    expect(screen.queryByRole('textbox', { name })).toBeNull();
    fireEvent.click(fold());
    expect(fold().getAttribute('aria-expanded')).toBe('true');
    type(name, '61');
    fireEvent.click(fold());
    expect(field(name).value).toBe('61');
  });

  test('are found by their words', () => {
    show();
    const search = screen.getByRole('searchbox', { name: 'Search settings' });
    fireEvent.change(search, { target: { value: 'VIDEO ahead' } });
    expect(field('Video loaded ahead')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Devices per learner' })).toBeNull();
    fireEvent.change(search, { target: { value: 'nothing of that' } });
    expect(screen.getByRole('heading', { name: 'No settings match' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all settings' }));
    expect(field('Devices per learner')).toBeTruthy();
  });
});
