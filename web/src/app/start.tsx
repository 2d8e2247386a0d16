import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { noticeUncaught } from '../shared/errors/notice-error.ts';
import { startI18n } from '../shared/i18n/i18n.ts';
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
      <BrowserRouter>
        <Providers>{app}</Providers>
      </BrowserRouter>
    </StrictMode>,
  );
}
