import { makeStyles, mergeClasses } from '@griffel/react';
import { useMemo } from 'react';
import { OutsideLink } from '../kit/link.js';
import { contentTokens } from '../kit/content-tokens.js';
import { tokens } from '../kit/tokens.js';
import { ansiColors, ansiSpans, hasAnsi, type AnsiColor } from '../widgets/values/ansi.js';
import { linkParts } from '../widgets/values/links.js';
import { FramedText } from '../widgets/values/framed-text.js';
import { textSegments, type TextRange } from '../widgets/values/text-segments.js';

export interface TextContentProps {
  readonly text: string;
  readonly ranges?: readonly TextRange[] | undefined;
}

/** Terminal colours as theme tokens that are readable in both themes. */
const tones: Readonly<Record<AnsiColor, string>> = {
  black: tokens.text.tertiary,
  red: tokens.status.danger.text,
  green: tokens.status.success.text,
  yellow: tokens.status.warning.text,
  blue: tokens.status.info.text,
  magenta: contentTokens.level.emergency.text,
  cyan: contentTokens.level.notice.text,
  white: tokens.text.primary,
};
const grounds: Readonly<Record<AnsiColor, string>> = {
  black: tokens.surface.inset,
  red: tokens.status.danger.background,
  green: tokens.status.success.background,
  yellow: tokens.status.warning.background,
  blue: tokens.status.info.background,
  magenta: contentTokens.level.emergency.background,
  cyan: contentTokens.level.notice.background,
  white: tokens.surface.pressed,
};
const byColor = (property: 'color' | 'backgroundColor', values: Readonly<Record<AnsiColor, string>>) =>
  Object.fromEntries(ansiColors.map((name) => [name, { [property]: values[name] }])) as Record<
    AnsiColor,
    { color: string }
  >;

const useToneStyles = makeStyles(byColor('color', tones));
const useGroundStyles = makeStyles(byColor('backgroundColor', grounds));
const useStyles = makeStyles({
  match: {
    backgroundColor: tokens.highlight.match.background,
    color: tokens.highlight.match.text,
    borderRadius: '2px',
    '@media (forced-colors: active)': { backgroundColor: 'Mark', color: 'MarkText' },
  },
  // Within text, links are underlined because colour alone does not identify them.
  link: { textDecorationLine: 'underline', textUnderlineOffset: '2px' },
  bold: { fontWeight: 600 },
  italic: { fontStyle: 'italic' },
  underline: { textDecorationLine: 'underline' },
});

/**
 * Renders log text: with its terminal colours if it has any, otherwise with links of safe schemes and query matches. It
 * creates text nodes only, never HTML from the log.
 */
export function TextContent({ text, ranges }: TextContentProps) {
  if (hasAnsi(text)) return <AnsiText text={text} />;
  return (
    <FramedText text={text} ranges={ranges}>
      {(part, own) => <PlainText text={part} ranges={own} />}
    </FramedText>
  );
}

function PlainText({ text, ranges }: TextContentProps) {
  const styles = useStyles();
  return textSegments(text, ranges).map((segment, index) =>
    segment.match ? (
      <mark key={index} className={styles.match}>
        {segment.text}
      </mark>
    ) : (
      <LinkedText key={index} text={segment.text} />
    ),
  );
}

function LinkedText({ text }: { readonly text: string }) {
  const styles = useStyles();
  return linkParts(text).map((part, index) =>
    part.href === undefined ? (
      part.text
    ) : (
      <OutsideLink key={index} className={styles.link} href={part.href} onClick={(event) => event.stopPropagation()}>
        {part.text}
      </OutsideLink>
    ),
  );
}

function AnsiText({ text }: { readonly text: string }) {
  const styles = useStyles();
  const toneOf = useToneStyles();
  const groundOf = useGroundStyles();
  const spans = useMemo(() => ansiSpans(text), [text]);
  return spans.map(({ text: part, style }, index) => (
    <span
      key={index}
      className={mergeClasses(
        style.color && toneOf[style.color],
        style.background && groundOf[style.background],
        style.bold && styles.bold,
        style.italic && styles.italic,
        style.underline && styles.underline,
      )}
    >
      {part}
    </span>
  ));
}
