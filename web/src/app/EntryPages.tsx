import type { ComponentProps } from 'react';
import { ActivatePage } from '../features/sign-in/ActivatePage.tsx';
import { SignInPage } from '../features/sign-in/SignInPage.tsx';
import { PageTitle } from '../shared/page-title/PageTitle.tsx';
import { SignInLayout } from './SignInLayout.tsx';

export function SignIn() {
  return <SignInPage Layout={TitledLayout} />;
}

export function Activate() {
  return <ActivatePage Layout={TitledLayout} />;
}

function TitledLayout(props: ComponentProps<typeof SignInLayout>) {
  return (
    <>
      <PageTitle text={props.title} />
      <SignInLayout {...props} />
    </>
  );
}
