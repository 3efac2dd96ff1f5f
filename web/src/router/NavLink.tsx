import type { ReactNode } from 'react';
import { Link, type LinkProps } from './Link.tsx';
import { useLocation } from './RouterProvider.tsx';

interface NavLinkProps extends Omit<LinkProps, 'children'> {
  children: (isActive: boolean) => ReactNode;
}

/** A link of a menu, marked as current on its own address and on those below it. */
export function NavLink({ children, ...link }: NavLinkProps) {
  const path = useLocation().pathname.toLowerCase();
  const own = link.to.toLowerCase();
  const isActive = path === own || path.startsWith(`${own}/`);
  return (
    <Link {...link} aria-current={isActive ? 'page' : undefined}>
      {children(isActive)}
    </Link>
  );
}
