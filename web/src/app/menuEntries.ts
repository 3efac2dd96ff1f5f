import type { ComponentType } from 'react';
import { paths } from '../paths.ts';
import { AgendaIcon, HomeIcon, type MenuIconProps, ProfileIcon, SponsorsIcon } from '../ui/icons.tsx';

export interface MenuEntry {
  label: string;
  /** The entry is current for every address below this one (§2). */
  to: string;
  icon: ComponentType<MenuIconProps>;
}

/** §2: Home, Agenda, Sponsors, Profile. */
export const menuEntries: MenuEntry[] = [
  { label: 'Home', to: paths.dashboard, icon: HomeIcon },
  { label: 'Agenda', to: paths.agenda, icon: AgendaIcon },
  { label: 'Sponsors', to: paths.sponsors, icon: SponsorsIcon },
  { label: 'Profile', to: paths.profile, icon: ProfileIcon },
];
