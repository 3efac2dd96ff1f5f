import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a slide that is shown to the staff: the colours of a stage screen, which is light, whatever theme the member's own
 * browser prefers. The tokens of the light theme are those of the style sheet's rule without a condition.
 */
export function useLightColors<One extends HTMLElement>(): RefObject<One | null> {
  const element = useRef<One>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    current.style.colorScheme = 'light';
    for (const { style } of rootRules()) {
      for (const name of style)
        if (name.startsWith('--')) current.style.setProperty(name, style.getPropertyValue(name));
    }
  }, []);
  return element;
}

const rootRules = (): CSSStyleRule[] =>
  [...document.styleSheets].flatMap(({ cssRules }) =>
    [...cssRules].filter((rule) => rule instanceof CSSStyleRule).filter(({ selectorText }) => selectorText === ':root'),
  );
