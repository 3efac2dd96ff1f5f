import { Component, type ComponentType, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** What shows that a screen has failed. `isLost`: because its code could not be loaded. */
  failed: ComponentType<{ isLost: boolean }>;
  children: ReactNode;
}

/** Shows the failure of a screen in its place. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render() {
    const { error } = this.state;
    const { failed: Failed, children } = this.props;
    return error === undefined ? children : <Failed isLost={isLostCode(error)} />;
  }
}

/** Whether the error means that a page's script or style could not be loaded. Each browser words it differently. */
const isLostCode = (error: unknown): boolean =>
  error instanceof Error && /preload|dynamically imported module|importing a module script/i.test(error.message);
