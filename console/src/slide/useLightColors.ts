import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a slide that is shown to the staff: the colours of a stage screen, which is light, whatever theme the member's own
 * browser prefers. They are the tokens that the dark theme replaces, as the rule without a condition has them.
 */
export function useLightColors<One extends HTMLElement>(): RefObject<One | null> {
  const element = useRef<One>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    current.style.colorScheme = 'light';
    const [light, dark] = [rootRules(isAlways), rootRules(isDark)];
    for (const name of dark.flatMap(({ style }) => [...style])) {
      const { style } = light.find((rule) => rule.style.getPropertyValue(name)) ?? {};
      if (style) current.style.setProperty(name, style.getPropertyValue(name));
    }
  }, []);
  return element;
}

const isAlways = (rule: CSSRule) => (rule instanceof CSSStyleRule ? [rule] : []);
const isDark = (rule: CSSRule) =>
  rule instanceof CSSMediaRule && rule.conditionText.includes('prefers-color-scheme: dark') ? [...rule.cssRules] : [];

/** The rules for `:root` among those that `pick` finds at the top of a style sheet. */
const rootRules = (pick: (rule: CSSRule) => CSSRule[]): CSSStyleRule[] =>
  [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules].flatMap(pick))
    .filter((rule) => rule instanceof CSSStyleRule)
    .filter(({ selectorText }) => selectorText === ':root');
