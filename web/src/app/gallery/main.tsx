import { Route, Routes } from '../../shared/routing/Routes.tsx';
import { addIcons } from '../../ui/Icon.tsx';
import { MORE_ICONS } from '../../ui/more-icons.ts';
import { start } from '../start.tsx';
import { Gallery } from './Gallery.tsx';
import { SignInSample } from './SignInSample.tsx';

addIcons(MORE_ICONS);

const page = new URLSearchParams(window.location.search).get('page');

void start(
  <Routes>
    <Route path="*" element={page === 'sign-in' ? <SignInSample /> : <Gallery />} />
  </Routes>,
);
