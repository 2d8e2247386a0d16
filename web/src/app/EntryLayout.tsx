import type { ComponentProps } from 'react';
import { PageTitle } from '../shared/page-title/PageTitle.tsx';
import { SignInLayout } from './SignInLayout.tsx';

/** The layout of the pages before the sign-in. */
export function EntryLayout(props: ComponentProps<typeof SignInLayout>) {
  return (
    <>
      <PageTitle text={props.title} />
      <SignInLayout {...props} />
    </>
  );
}
