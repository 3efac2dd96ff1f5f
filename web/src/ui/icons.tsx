import type { ReactNode } from 'react';

/** Icons of the bottom menu have a filled variant for the current page. */
export interface MenuIconProps {
  filled?: boolean;
}

interface IconProps extends MenuIconProps {
  path?: string;
  /** Shapes that are no part of the path. */
  children?: ReactNode;
}

/** Drawn on a 24 px grid in the colour of the text, with lines as base.css has them: a slow phone sets few attributes. Always next to a text, so screen readers skip them. */
export const Icon = ({ path, filled = false, children }: IconProps) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    width="24"
    height="24"
    className="icon"
    fill={filled ? 'currentColor' : 'none'}
  >
    {path && <path d={path} />}
    {children}
  </svg>
);

export const HomeIcon = (props: MenuIconProps) => (
  <Icon {...props} path="M4 10.5 12 4l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />
);

export const AgendaIcon = ({ filled }: MenuIconProps) => (
  <Icon
    filled={filled}
    path="M5 5.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1zM8 3.5v3.5M16 3.5v3.5"
  >
    <path d="M8 11h8M8 15.5h5" stroke={filled ? 'var(--card)' : 'currentColor'} />
  </Icon>
);

export const CalendarPlusIcon = () => (
  <Icon path="M20 11V6.5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1V19a1 1 0 0 0 1 1h6M8 3.5v3.5M16 3.5v3.5M4 10.5h16">
    <path d="M17.5 14.5v6M14.5 17.5h6" />
  </Icon>
);

export const DownloadIcon = () => <Icon path="M12 4v11M7.5 10.5 12 15l4.5-4.5M5 20h14" />;

export const SponsorsIcon = (props: MenuIconProps) => (
  <Icon {...props} path="m8.5 13-1.3 7L12 17.6l4.8 2.4-1.3-7">
    <circle cx="12" cy="9" r="5" />
  </Icon>
);

export const ProfileIcon = (props: MenuIconProps) => (
  <Icon {...props} path="M4.5 20c.6-3.6 3.6-5.5 7.5-5.5s6.9 1.9 7.5 5.5z">
    <circle cx="12" cy="8" r="4" />
  </Icon>
);

export const CheckIcon = () => <Icon path="m5 12.5 4.5 4.5L19 7.5" />;

export const CloseIcon = () => <Icon path="m6 6 12 12M18 6 6 18" />;

export const AlertIcon = () => <Icon path="M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM12 7.7v5M12 16.2v.1" />;

export const ChevronDownIcon = () => <Icon path="m7 10 5 5 5-5" />;

export const ChevronRightIcon = () => <Icon path="m10 7 5 5-5 5" />;

export const ArrowLeftIcon = () => <Icon path="M19 12H5.5M11 6l-6 6 6 6" />;

export const SearchIcon = () => (
  <Icon path="m15.5 15.5 5 5">
    <circle cx="10.5" cy="10.5" r="6.5" />
  </Icon>
);

export const PinIcon = () => (
  <Icon path="M12 20.5c4.2-4.3 6.3-7.6 6.3-10.3a6.3 6.3 0 0 0-12.6 0c0 2.7 2.1 6 6.3 10.3z">
    <circle cx="12" cy="10" r="2.2" />
  </Icon>
);

export const PollIcon = () => (
  <Icon path="M4.5 5h15a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1H12l-4.5 3.7v-3.7h-3a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z">
    <path d="M8 9h8M8 12.5h5" />
  </Icon>
);

export const OfflineIcon = () => (
  <Icon path="M5 12.5a10 10 0 0 1 4-2.4M15 10.1a10 10 0 0 1 4 2.4M8.5 16a5 5 0 0 1 7 0M12 19.5v.1M4 4l16 16" />
);

export const WaitingIcon = () => <Icon path="M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM12 7.5V12l3 2" />;

export const MailIcon = () => (
  <Icon path="M4.5 6h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM4 7l8 6 8-6" />
);

export const ShareIcon = () => <Icon path="M12 15V4M7.5 8 12 3.5 16.5 8M5 12.5V20h14v-7.5" />;

export const PencilIcon = () => (
  <Icon path="m5 19 .8-3.8L16.2 4.8a1.5 1.5 0 0 1 2.1 0l.9.9a1.5 1.5 0 0 1 0 2.1L8.8 18.2zM14.3 6.7l3 3" />
);

export const InfoIcon = () => <Icon path="M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM12 11v5.2M12 7.8v.1" />;

export const BellIcon = () => <Icon path="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4" />;

export const BookmarkIcon = (props: MenuIconProps) => (
  <Icon {...props} path="M7 4.5h10a1 1 0 0 1 1 1V20l-6-4.5L6 20V5.5a1 1 0 0 1 1-1z" />
);

export const ThumbUpIcon = (props: MenuIconProps) => (
  <Icon
    {...props}
    path="M8 10.5 11.6 4c1.4 0 2.3 1 2.1 2.4L13.2 9.5h4.9c1.2 0 2.1 1.1 1.9 2.3l-1.1 6.4c-.2 1.1-1.1 1.8-2.2 1.8H8z"
  >
    <path d="M8 10.5H4.5V20H8" />
  </Icon>
);

export const ThumbDownIcon = (props: MenuIconProps) => (
  <Icon
    {...props}
    path="M8 13.5 11.6 20c1.4 0 2.3-1 2.1-2.4l-.5-3.1h4.9c1.2 0 2.1-1.1 1.9-2.3l-1.1-6.4C18.7 4.7 17.8 4 16.7 4H8z"
  >
    <path d="M8 13.5H4.5V4H8" />
  </Icon>
);
