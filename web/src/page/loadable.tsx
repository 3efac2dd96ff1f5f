import { type ComponentType, lazy, useState } from 'react';

/**
 * A component whose code loads when it is shown, or before by `load`. One whose code is here renders at once: `lazy`
 * alone would let a placeholder show first.
 */
export function loadable<Props extends object>(loadCode: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    const code = await loadCode();
    // The first to arrive stays: another component would begin anew.
    loaded ??= code;
    return { default: loaded };
  };
  const Lazy: ComponentType<Props> = lazy<ComponentType<Props>>(load);
  function Loadable(props: Props) {
    const [Shown] = useState(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return { component: Loadable, load };
}
