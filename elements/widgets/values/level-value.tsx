import { makeStyles, mergeClasses } from '@griffel/react';
import { contentTokens } from '../../kit/content-tokens.js';
import { tokens } from '../../kit/tokens.js';
import { levelLabel, levelNames, levelOf, type LevelName } from './level.js';

const useStyles = makeStyles({
  level: { display: 'inline-flex', alignItems: 'center', gap: '6px', maxWidth: '100%' },
  dot: { width: '8px', height: '8px', flexShrink: 0, borderRadius: tokens.radius.small },
  text: { overflow: 'hidden', textOverflow: 'ellipsis' },
});

const colored = <Part extends 'color' | 'backgroundColor'>(part: Part, tone: 'text' | 'graphic') =>
  Object.fromEntries(levelNames.map((name) => [name, { [part]: contentTokens.level[name][tone] }])) as Record<
    LevelName,
    Record<Part, string>
  >;
const useTextStyles = makeStyles(colored('color', 'text'));
const useDotStyles = makeStyles(colored('backgroundColor', 'graphic'));

/**
 * Renders a level as a coloured dot with its name, so that colour is never the only information; other values as text.
 */
export function LevelValue({ value }: { readonly value: unknown }) {
  const styles = useStyles();
  const text = useTextStyles();
  const dot = useDotStyles();
  const level = levelOf(value);
  if (!level) return <>{String(value)}</>;
  return (
    <span className={mergeClasses(styles.level, text[level])}>
      <span className={mergeClasses(styles.dot, dot[level])} aria-hidden="true" />
      <span className={styles.text}>{levelLabel(value)}</span>
    </span>
  );
}
