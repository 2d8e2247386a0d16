import { DoctorPage } from '../features/doctor/DoctorPage.tsx';
import { useSession } from '../shared/api/api-context.ts';
import { GuestFrame } from './GuestFrame.tsx';

/** Shows the page within the shell of a signed-in user; others see it in a separate frame. */
export function DoctorRoute() {
  if (useSession().context) return <DoctorPage />;
  return (
    <GuestFrame>
      <DoctorPage />
    </GuestFrame>
  );
}
