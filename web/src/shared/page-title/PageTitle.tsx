import { useEffect } from 'react';
import { useText } from '../i18n/use-text.ts';

/** Names the page in the tab and for screen readers (WCAG 2.2, 2.4.2). */
export function PageTitle({ text }: { readonly text: string }) {
  const { t } = useText();
  const product = t('common.productName');
  useEffect(() => {
    document.title = `${text} · ${product}`;
    return () => {
      document.title = product;
    };
  }, [text, product]);
  return null;
}
