import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Gallery.module.css';

const cx = classNames(styles);

export function DialogSamples() {
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  return (
    <Card title="Dialogs and messages">
      <div className={cx('row')}>
        <Button onClick={() => setEditing(true)}>Open dialog</Button>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          Delete lesson
        </Button>
        <Button onClick={() => notify.success('Lesson saved')}>Success</Button>
        <Button
          onClick={() =>
            notify.error('Upload failed', {
              description: 'The connection was lost at 42 %.',
              action: { label: 'Retry', onClick: () => notify.info('Trying again') },
            })
          }
        >
          Error
        </Button>
      </div>
      <Dialog
        open={editing}
        onOpenChange={setEditing}
        title="Add learner"
        description="They get a code to activate the account."
        closeLabel="Close"
        footer={
          <>
            <Button onClick={() => setEditing(false)}>Cancel</Button>
            <Button variant="primary" onClick={() => setEditing(false)}>
              Add
            </Button>
          </>
        }
      >
        <div className={cx('stack')}>
          <TextField label="Name · नाम" required />
          <TextField label="Phone number" prefixText="+91" required />
        </div>
      </Dialog>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title="Delete this lesson?"
        description="Learners lose it at once, and its encrypted files are removed."
        confirmLabel="Delete"
        cancelLabel="Cancel"
        tone="danger"
        onConfirm={() => setDeleting(false)}
      />
    </Card>
  );
}
