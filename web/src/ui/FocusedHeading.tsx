import { type ReactNode, useEffect, useRef } from 'react';

/** The h1 of a state that replaces a form. It gets the focus, since the focused control is gone, and is read out. */
export function FocusedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
