import type { ManagedVideo } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';

/** The way to the file of a video that has none, or none that could be made ready. */
export function UploadCard({ video }: { readonly video: ManagedVideo }) {
  const { t } = useText();
  const { id, status } = video;
  if (status !== 'empty' && status !== 'failed') return null;
  const text = status === 'empty' ? t('videos.fileMissing') : t('videos.fileFailed');
  return (
    <Card title={t('videos.file')} description={text}>
      <Link to={`/admin/uploads?video=${id}`} className={buttonClass('primary')}>
        {t('videos.uploadFile')}
      </Link>
    </Card>
  );
}
