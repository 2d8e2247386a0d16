import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { PageLoading } from './PageLoading.tsx';

// Every page is a chunk of its own: what a learner never opens is never fetched.
const HomePage = lazy(() => import('./HomePage.tsx').then((m) => ({ default: m.HomePage })));
const NotFoundPage = lazy(() =>
  import('./NotFoundPage.tsx').then((m) => ({ default: m.NotFoundPage })),
);

export function AppRoutes() {
  return (
    <Suspense fallback={<PageLoading />}>
      <Routes>
        <Route path="/" element={<HomePage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
