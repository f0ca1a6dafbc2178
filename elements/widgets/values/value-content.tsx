import { makeStyles, mergeClasses } from '@griffel/react';
import { memo } from 'react';
import { isLevelField } from '../../../api/level-field.js';
import { isHostField } from '../../kit/host-name.js';
import { MiddleText } from '../../kit/middle-text.js';
import { tokens } from '../../kit/tokens.js';
import type { HighlightingRule } from '../faces.js';
import { formatInstant } from '../time/format-instant.js';
import { texts } from '../texts.js';
import { withoutAnsi } from './ansi.js';
import { foundRanges } from './find.js';
import { LevelValue } from './level-value.js';
import { levelLabel, levelOf } from './level.js';
import { FramedText } from './framed-text.js';
import { textSegments, type TextRange } from './text-segments.js';
import { useMark } from './use-mark.js';
import { shortText } from '../../kit/short-text.js';
import { kindOf, rawText } from './value-text.js';

export interface ValueContentProps {
  readonly field: string;
  readonly value: unknown;
  /** Text shown in place of the value, such as a formatted number; highlighting rules still apply to the value. */
  readonly text?: string | undefined;
  /** Type of the field, such as `date`. */
  readonly type?: string | undefined;
  /** IANA name of the time zone. */
  readonly zone: string;
  /** Matches of the query in the text of the value (contract search H1). */
  readonly ranges?: readonly TextRange[] | undefined;
  readonly rules?: readonly HighlightingRule[] | undefined;
  /**
   * True if the value is shown on a single line and shortened in its middle, unless it has matches or is longer than
   * `limit`.
   */
  readonly middle?: boolean | undefined;
  /** Maximum number of characters that are rendered; a longer text ends with an ellipsis. */
  readonly limit?: number;
  /** Hides the date of a timestamp: `narrow` only in narrow containers, `always` in any container. */
  readonly briefDate?: 'narrow' | 'always' | undefined;
  /** Pattern of the find bar, whose matches are marked in place of the query's matches. */
  readonly find?: FindMarks | undefined;
}

export interface FindMarks {
  readonly pattern: RegExp;
  /** True for the message with the current match. */
  readonly current: boolean;
}

const defaultLimit = 2000;

const useStyles = makeStyles({
  empty: { fontStyle: 'italic', color: tokens.text.tertiary },
  match: {
    backgroundColor: tokens.highlight.match.background,
    color: tokens.highlight.match.text,
    borderRadius: tokens.radius.small,
    '@media (forced-colors: active)': { backgroundColor: 'Mark', color: 'MarkText' },
  },
  found: { backgroundColor: tokens.highlight.matchActive.background, color: tokens.highlight.matchActive.text },
  rule: {
    borderRadius: tokens.radius.small,
    '@media (forced-colors: active)': { outline: '1px solid Highlight' },
  },
  /**
   * Box of a highlighted text that is shortened in the middle. The shortened text is a block, so an inline background
   * would not be painted behind it.
   */
  ruleBox: { display: 'block', width: 'fit-content', maxWidth: '100%' },
  numbers: { fontVariantNumeric: 'tabular-nums' },
  narrow: { '@container widget (max-width: 479.98px)': { display: 'none' } },
});

/**
 * Renders a value as text with highlighting: user-defined rules first, otherwise matches of the query
 * (screens/search.md §11). Matches of the find bar are marked in both cases.
 */
export const ValueContent = memo(function ValueContent(props: ValueContentProps) {
  const styles = useStyles();
  const { field, value, type, zone, ranges, limit = defaultLimit } = props;
  const kind = kindOf(value, type);
  const hasText = kind !== 'absent' && kind !== 'empty';
  const marked = useMark(hasText ? props.rules : undefined, field, value);
  if (kind === 'absent') return null;
  // The caller's text may be more specific than "empty value", for example when it names one of several series whose
  // value is empty.
  if (kind === 'empty')
    return <span className={styles.empty}>{props.text?.trim() ? props.text : texts.emptyValue}</span>;

  const content = () => {
    const { find } = props;
    const isLevel = isLevelField(field) && levelOf(value) !== undefined;
    if (props.text === undefined && (kind === 'date' || isLevel)) {
      const text = kind === 'date' ? formatInstant(value, zone) : levelLabel(value);
      const ranges = find && foundRanges(text, find.pattern);
      if (ranges && ranges.length > 0) return <Marked text={text} ranges={ranges} current={find.current} />;
      if (isLevel) return marked ? text : <LevelValue value={value} />;
      return <DateText value={value} zone={zone} brief={marked ? undefined : props.briefDate} />;
    }
    // The offsets of the query's matches include the escape sequences in the text. Therefore escape sequences are
    // removed only if no match of the query is marked.
    const hasRanges = !find && ranges !== undefined && ranges.length > 0;
    const raw = props.text ?? rawText(value);
    const found = find && foundStart(raw, find.pattern, limit);
    const { text, shortened } = shortText(found ? raw.slice(found) : raw, limit);
    const plain = marked || !hasRanges ? withoutAnsi(text) : text;
    const own = find ? foundRanges(plain, find.pattern) : !marked && hasRanges ? ranges : undefined;
    const marks = own !== undefined && own.length > 0;
    if (props.middle && !marks && !shortened)
      return <MiddleText text={plain.replace(/\r\n|[\r\n]/g, ' ')} atEnd={isHostField(props.field) || undefined} />;
    return (
      <>
        {found ? '…' : ''}
        <Marked text={plain} ranges={own} current={find?.current ?? false} />
        {shortened && '…'}
      </>
    );
  };
  if (!marked) return content();
  return (
    <span className={mergeClasses(styles.rule, props.middle && styles.ruleBox)} style={marked} data-marked="">
      {content()}
    </span>
  );
});

interface MarkedProps {
  readonly text: string;
  readonly ranges: readonly TextRange[] | undefined;
  readonly current: boolean;
}

function Marked({ text, ranges, current }: MarkedProps) {
  return (
    <FramedText text={text} ranges={ranges}>
      {(part, own) => <Segments text={part} ranges={own} current={current} />}
    </FramedText>
  );
}

function Segments({ text, ranges, current }: MarkedProps) {
  const styles = useStyles();
  return textSegments(text, ranges).map((part, index) =>
    part.match ? (
      <mark key={index} className={mergeClasses(styles.match, current && styles.found)}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}

/**
 * Number of characters that a row shows; when the first match of the find bar is further on, the text starts near it.
 */
const seenLength = 300;
const leadLength = 80;

function foundStart(text: string, pattern: RegExp, limit: number): number {
  const first = text.search(pattern);
  return first > Math.min(seenLength, limit - leadLength) ? first - leadLength : 0;
}

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
