import { ApiError, endpoints, type ManagedVideo } from '@prahari/contract';
import { useGroupOptions } from '../../../domain/audience/use-group-options.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import styles from './Videos.module.css';
import { createDraft, findConflicts, type VideoDraft } from './video-draft.ts';
import { FIELD_TEXTS } from './video-texts.ts';

const cx = classNames(styles);
/** What the draft holds of a group. */
const GROUP_ID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gu;

interface VideoConflictProps {
  readonly base: VideoDraft;
  readonly current: ManagedVideo;
  readonly draft: VideoDraft;
  readonly saving: boolean;
  /** Discards the own changes and takes the current state. */
  readonly onTakeTheirs: () => void;
  readonly onSaveMine: () => void;
}

/** Shows a conflict of two edits: the old, the current and the own values, and the two choices. */
export function VideoConflict(props: VideoConflictProps) {
  const { base, current, draft, saving, onTakeTheirs, onSaveMine } = props;
  const { t } = useText();
  const groups = useGroupOptions();
  const names = new Map(groups.options.map(({ value, label }) => [value, label]));
  const text = (value: string) =>
    value === '' ? '–' : value.replaceAll(GROUP_ID, (id) => names.get(id) ?? id);
  return (
    <div role="alert">
      <Card title={t('videos.conflictTitle')} description={t('videos.conflictText')}>
        <Table caption={t('videos.conflictTitle')}>
          <thead>
            <tr>
              <HeaderCell>{t('videos.conflictField')}</HeaderCell>
              <HeaderCell>{t('videos.conflictBefore')}</HeaderCell>
              <HeaderCell>{t('videos.conflictNow')}</HeaderCell>
              <HeaderCell>{t('videos.conflictMine')}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {findConflicts(base, createDraft(current), draft).map(
              ({ field, before, now, mine }) => (
                <tr key={field}>
                  <Cell>{t(FIELD_TEXTS[field])}</Cell>
                  <Cell>{text(before)}</Cell>
                  <Cell>{now === before ? text(now) : <strong>{text(now)}</strong>}</Cell>
                  <Cell>{mine === before ? text(mine) : <strong>{text(mine)}</strong>}</Cell>
                </tr>
              ),
            )}
          </tbody>
        </Table>
        <div className={cx('ways')}>
          <Button onClick={onTakeTheirs}>{t('videos.conflictReload')}</Button>
          <Button variant="primary" loading={saving} onClick={onSaveMine}>
            {t('videos.conflictReapply')}
          </Button>
        </div>
      </Card>
    </div>
  );
}

/** Reads the current video from the refusal of a late edit; null for any other error. */
export function readPresentVideo(error: unknown): ManagedVideo | null {
  if (!(error instanceof ApiError) || error.reason !== 'edited_meanwhile') return null;
  const parsed = endpoints.videos.getManaged.data.safeParse(error.details['current']);
  return parsed.success ? parsed.data : null;
}
