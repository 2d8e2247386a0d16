import { Component, type ReactNode } from 'react';
import { noticeError } from '../shared/errors/notice-error.ts';

interface ErrorBoundaryProps {
  readonly fallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly failure: { readonly error: unknown } | null;
}

/** Shows the fallback when anything below throws while rendering, and notices the error. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    noticeError('render', error);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error) : this.props.children;
  }
}
