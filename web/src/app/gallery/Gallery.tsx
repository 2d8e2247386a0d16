import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DropdownMenu, MenuHeading, MenuItem, MenuSeparator } from '../../ui/DropdownMenu.tsx';
import { notify } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '../../ui/StateMessage.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Shell } from '../Shell.tsx';
import { ControlSamples } from './ControlSamples.tsx';
import { DataSamples } from './DataSamples.tsx';
import { DialogSamples } from './DialogSamples.tsx';
import styles from './Gallery.module.css';

const cx = classNames(styles);

const STUDY_NAV = [
  { to: '/gallery.html', label: 'Library · पाठ', icon: 'film' },
  { to: '/history', label: 'History', icon: 'clock' },
] as const;

export function Gallery() {
  return (
    <Shell
      nav={STUDY_NAV}
      userMenu={
        <DropdownMenu
          trigger={
            <button type="button" className={cx('person')}>
              <Avatar name="Asha Verma" />
              <VisuallyHidden>Account of Asha Verma</VisuallyHidden>
            </button>
          }
        >
          <MenuHeading>Asha Verma · आशा वर्मा</MenuHeading>
          <MenuItem icon="lock-reset" onSelect={() => notify.info('Password')}>
            Change password
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon="exit-to-app" tone="danger" onSelect={() => notify.info('Signed out')}>
            Sign out
          </MenuItem>
        </DropdownMenu>
      }
    >
      <PageHeader
        title="Kitchen sink · सब कुछ एक जगह"
        description="Every part of the kit in its states. पाठ्यक्रम, ऊर्जा और क्षेत्र के लिए पर्याप्त जगह."
        actions={
          <>
            <Button icon="download">Export</Button>
            <Button variant="primary" icon="add">
              Add lesson
            </Button>
          </>
        }
      />
      <div className={cx('grid')}>
        <ControlSamples />
        <DataSamples />
        <DialogSamples />
        <Card title="Nothing yet">
          <EmptyState
            icon="film"
            title="No lessons yet"
            action={
              <Button variant="primary" icon="upload">
                Upload the first
              </Button>
            }
          >
            Lessons appear here as soon as your centre publishes them.
          </EmptyState>
        </Card>
        <Card title="Failed">
          <ErrorState
            title="Error Loading Analytics Dashboard"
            retryLabel="Retry"
            onRetry={() => notify.error('Still failing', { description: 'The server is away.' })}
          >
            Failed to load analytics data
          </ErrorState>
        </Card>
      </div>
    </Shell>
  );
}
