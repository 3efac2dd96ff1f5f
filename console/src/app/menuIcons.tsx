import type { ReactNode } from 'react';

export { HomeIcon } from '@companion/web/ui/icons.tsx';

/** Drawn like the icons of the attendee app: on a 24 px grid, in the colour of the text, always next to a text. */
const Icon = ({ children }: { children: ReactNode }) => (
  <svg
    aria-hidden="true"
    focusable="false"
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {children}
  </svg>
);

export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="6" />
    <path d="m15.5 15.5 4.5 4.5" />
  </Icon>
);

export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
);
