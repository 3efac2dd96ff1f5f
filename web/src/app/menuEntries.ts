import type { ComponentType } from 'react';
import { paths } from '../paths.ts';
import { HomeIcon, type MenuIconProps } from '../ui/icons.tsx';

export interface MenuEntry {
  label: string;
  /** Current for every address below it (§2). */
  to: string;
  icon: ComponentType<MenuIconProps>;
}

/** §2: Home, Agenda, Sponsors, Profile. An entry comes with its screens. */
export const menuEntries: MenuEntry[] = [{ label: 'Home', to: paths.dashboard, icon: HomeIcon }];
