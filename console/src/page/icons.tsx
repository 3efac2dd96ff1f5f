import { Icon } from '@companion/web/ui/icons.tsx';
import type { ReactNode } from 'react';

export { HomeIcon, PollIcon } from '@companion/web/ui/icons.tsx';

const icon = (drawing: ReactNode) => () => <Icon>{drawing}</Icon>;

export const RunIcon = icon(<path d="M4 5h16v10H4zM12 15v4M8 19h8M10.5 8l4 2-4 2z" />);

export const HallIcon = icon(
  <>
    <path d="M4.5 5h15a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1H12l-4.5 3.7v-3.7h-3a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z" />
    <path d="M9.8 8.9a2.3 2.3 0 1 1 3.2 2.1c-.7.3-1 .7-1 1.3M12 14.2v.1" />
  </>,
);

export const CommentIcon = icon(
  <path d="M12 4.5c4.7 0 8.5 3 8.5 6.8s-3.8 6.8-8.5 6.8q-1.5 0-2.9-.4L5 20l.9-3.4c-1.5-1.2-2.4-3-2.4-5.3 0-3.8 3.8-6.8 8.5-6.8z" />,
);

export const MembersIcon = icon(
  <>
    <circle cx="9" cy="9" r="3.25" />
    <path d="M3.5 19a5.5 5.5 0 0 1 11 0M15.5 6a3.25 3.25 0 0 1 0 6.2M17 14.2a5.5 5.5 0 0 1 3.5 4.8" />
  </>,
);

export const SpeakerIcon = icon(
  <path d="M12 4a3 3 0 0 1 3 3v4a3 3 0 0 1-6 0V7a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v3.5M8.5 20.5h7" />,
);

export const PeopleIcon = icon(
  <>
    <circle cx="12" cy="8" r="3.25" />
    <path d="M5.5 19.5a6.5 6.5 0 0 1 13 0zM4 13.5a2.5 2.5 0 1 1 2-4M20 13.5a2.5 2.5 0 1 0-2-4" />
  </>,
);

export const ReportIcon = icon(<path d="M5 20V4M5 20h15M9 20v-6M13 20V8M17 20v-9" />);

export const FeedbackIcon = icon(<path d="m12 4 2.4 5.1 5.6.7-4.1 3.8 1.1 5.6-5-2.8-5 2.8 1.1-5.6L4 9.8l5.6-.7z" />);

export const ScreenIcon = icon(<path d="M3.5 5h17v11h-17zM9 20h6M12 16v4" />);

export const AnnouncementIcon = icon(
  <path d="M4 10v4h3l9 4.5v-13L7 10zM7 14l1.5 5.5h2.5L9.6 14M19 9.5a4 4 0 0 1 0 5" />,
);

export const AuditIcon = icon(
  <path d="M6 3.5h9l4 4V20a.5.5 0 0 1-.5.5h-12A.5.5 0 0 1 6 20zM9.5 11h6M9.5 14.5h6M9.5 18h3" />,
);

export const TextIcon = icon(<path d="M5 5.5h14M5 10h14M5 14.5h14M5 19h8" />);

export const EventIcon = icon(
  <>
    <circle cx="12" cy="12" r="3" />
    <path d="M12 3.5v3M12 17.5v3M3.5 12h3M17.5 12h3M6 6l2.1 2.1M15.9 15.9 18 18M6 18l2.1-2.1M15.9 8.1 18 6" />
  </>,
);

export const PublishIcon = icon(<path d="M12 15.5V4M7.5 8.5 12 4l4.5 4.5M5 14v5.5h14V14" />);

export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6" />
    <path d="m15.5 15.5 4.5 4.5" />
  </>,
);

export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
