import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { noticeUncaught } from '../shared/errors/notice-error.ts';
import { startI18n } from '../shared/i18n/i18n.ts';
import { browserAddress } from '../shared/routing/browser-address.ts';
import { Router } from '../shared/routing/Router.tsx';
import { startTheme } from '../shared/theme/theme.ts';
import { Providers } from './Providers.tsx';

/** Renders `app` into the page with language, theme and providers around it. */
export async function start(app: ReactNode): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  noticeUncaught();
  startTheme();
  await startI18n();
  createRoot(root).render(
    <StrictMode>
      <Router bar={browserAddress}>
        <Providers>{app}</Providers>
      </Router>
    </StrictMode>,
  );
}
