import { makeStyles } from '@griffel/react';
import { memo } from 'react';
import { radius, tokens } from '../../kit/tokens.js';
import type { HighlightingRule } from '../faces.js';
import { formatInstant } from '../time/format-instant.js';
import { texts } from '../texts.js';
import { withoutAnsi } from './ansi.js';
import { markOf } from './highlighting.js';
import { LevelValue } from './level-value.js';
import { isLevelField, levelLabel, levelOf } from './level.js';
import { textSegments, type TextRange } from './text-segments.js';
import { kindOf, rawText, shortText } from './value-text.js';

export interface ValueContentProps {
  readonly field: string;
  readonly value: unknown;
  /** Type name of the field, e.g. `date`. */
  readonly type?: string | undefined;
  /** IANA name. */
  readonly zone: string;
  /** Matches of the query in this field's text (contract search H1). */
  readonly ranges?: readonly TextRange[] | undefined;
  readonly rules?: readonly HighlightingRule[] | undefined;
  /** Longest text that is rendered, in characters; the rest is cut with an ellipsis. */
  readonly limit?: number;
  /** Hides the date of a timestamp where the container is narrow or the row has one line. */
  readonly briefDate?: 'narrow' | 'always' | undefined;
}

const defaultLimit = 2000;

const useStyles = makeStyles({
  empty: { fontStyle: 'italic', color: tokens.text.tertiary },
  match: {
    backgroundColor: tokens.highlight.match.background,
    color: tokens.highlight.match.text,
    borderRadius: `${radius.small}px`,
    '@media (forced-colors: active)': { backgroundColor: 'Mark', color: 'MarkText' },
  },
  rule: {
    borderRadius: `${radius.small}px`,
    '@media (forced-colors: active)': { outline: '1px solid Highlight' },
  },
  numbers: { fontVariantNumeric: 'tabular-nums' },
  narrow: { '@container widget (max-width: 479.98px)': { display: 'none' } },
});

/** A value as text with its marks: people's rules first, else the matches of the query (screens/search.md §11). */
export const ValueContent = memo(function ValueContent(props: ValueContentProps) {
  const styles = useStyles();
  const { field, value, type, zone, ranges, limit = defaultLimit } = props;
  const kind = kindOf(value, type);
  if (kind === 'absent') return null;
  if (kind === 'empty') return <span className={styles.empty}>{texts.emptyValue}</span>;

  const marked = markOf(props.rules, field, value);
  const content = () => {
    if (kind === 'date') return <DateText value={value} zone={zone} brief={marked ? undefined : props.briefDate} />;
    if (isLevelField(field) && levelOf(value)) return marked ? levelLabel(value) : <LevelValue value={value} />;
    // Offsets of matches count escape sequences, so those are only taken out where nothing is marked.
    const hasRanges = ranges !== undefined && ranges.length > 0;
    const { text, shortened } = shortText(rawText(value), limit);
    const parts = marked || !hasRanges ? [{ text: withoutAnsi(text), match: false }] : textSegments(text, ranges);
    return (
      <>
        {parts.map((part, index) =>
          part.match ? (
            <mark key={index} className={styles.match}>
              {part.text}
            </mark>
          ) : (
            part.text
          ),
        )}
        {shortened && '…'}
      </>
    );
  };
  if (!marked) return content();
  return (
    <span className={styles.rule} style={marked} data-marked="">
      {content()}
    </span>
  );
});

function DateText({ value, zone, brief }: { value: unknown; zone: string; brief: ValueContentProps['briefDate'] }) {
  const styles = useStyles();
  const text = formatInstant(value, zone);
  if (!brief) return <span className={styles.numbers}>{text}</span>;
  const split = text.indexOf(' ') + 1;
  return (
    <span className={styles.numbers} title={text}>
      {brief === 'narrow' && <span className={styles.narrow}>{text.slice(0, split)}</span>}
      {text.slice(split)}
    </span>
  );
}
