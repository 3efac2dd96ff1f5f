import { type ReactNode, useEffect, useRef } from 'react';

/** The h1 of a state that takes the place of a form: the focus, whose control is gone, goes to it and it is read out. */
export function FocusedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
