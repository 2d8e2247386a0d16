import { Route, Routes } from 'react-router';
import { start } from '../start.tsx';
import { Gallery } from './Gallery.tsx';
import { SignInSample } from './SignInSample.tsx';

const page = new URLSearchParams(window.location.search).get('page');
const room = page === 'control' ? 'control' : 'study';

void start(
  <Routes>
    <Route path="*" element={page === 'sign-in' ? <SignInSample /> : <Gallery room={room} />} />
  </Routes>,
);
