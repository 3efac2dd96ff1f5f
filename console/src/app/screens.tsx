import type { StaffCallName } from '@companion/contract/staff/staffCalls';
import { staffCalls } from '@companion/contract/staff/staffCalls';
import type { StaffMember } from '@companion/contract/staff/staffSession';
import type { ReactNode } from 'react';

import { paths } from '../paths.ts';
import { HomeIcon } from './menuIcons.tsx';

/** A screen of the menu. */
export interface MenuScreen {
  path: string;
  label: string;
  icon: ReactNode;
  /** The call that the screen needs: members who may not make it do not see the screen. */
  needs: StaffCallName;
}

const SCREENS: MenuScreen[] = [{ path: paths.overview, label: 'Overview', icon: <HomeIcon />, needs: 'getOverview' }];

/** The screens that this member may open. */
export const screensFor = ({ role }: StaffMember): MenuScreen[] =>
  SCREENS.filter(({ needs }) => {
    const { allow } = staffCalls[needs];
    return allow === 'everyone' || allow.includes(role);
  });
