import type { ManagedUser } from '@prahari/contract';
import { PlainActDialog } from '../../../domain/users/PlainActDialog.tsx';
import type { IssuedCode } from './ActivationCodeDialog.tsx';
import { DeleteUserDialog } from './DeleteUserDialog.tsx';
import { EditUserDrawer } from './EditUserDrawer.tsx';
import { NewCodeDialog } from './NewCodeDialog.tsx';
import type { UserAct } from './user-acts.ts';

export interface UserActDialogProps {
  readonly user: ManagedUser;
  readonly act: UserAct;
  readonly onClose: () => void;
  readonly onIssued: (issued: IssuedCode) => void;
  readonly onDeleted?: () => void;
}

/** The question, or the form, that belongs to an act. */
export function UserActDialog({ user, act, onClose, onIssued, onDeleted }: UserActDialogProps) {
  switch (act) {
    case 'edit':
      return <EditUserDrawer user={user} onClose={onClose} />;
    case 'newCode':
      return <NewCodeDialog user={user} onClose={onClose} onIssued={onIssued} />;
    case 'delete':
      return (
        <DeleteUserDialog user={user} onClose={onClose} {...(onDeleted ? { onDeleted } : {})} />
      );
    default:
      return <PlainActDialog user={user} act={act} onClose={onClose} />;
  }
}
