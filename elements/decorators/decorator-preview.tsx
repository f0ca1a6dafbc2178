import { makeStyles, mergeClasses } from '@griffel/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Decorator, TimeRange } from '../../api/contract/searches.js';
import { decoratorPreviewQuery } from '../../api/queries/decorator-preview.js';
import { useConnection } from '../element/connection-context.js';
import { Spinner } from '../kit/spinner.js';
import { space, tokens, type } from '../kit/tokens.js';
import { useDebounced } from '../kit/use-debounced.js';
import { previewChanges, type PreviewChange } from './preview-changes.js';
import { texts } from './texts.js';

/** Messages that the preview decorates. */
export interface PreviewSample {
  readonly streams: readonly string[];
  readonly timeRange: TimeRange;
  readonly queryString: string;
  /** Decorators that run before the edited one. */
  readonly before: readonly Decorator[];
}

/** Milliseconds after the last change until the preview is requested. */
const askAfterMs = 400;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: `${space.s}px`, minWidth: 0 },
  title: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.m}px`,
    margin: 0,
    color: tokens.text.secondary,
    ...type.overline,
  },
  note: { margin: 0, color: tokens.text.tertiary, ...type.caption },
  list: { display: 'flex', flexDirection: 'column', gap: `${space.s}px`, margin: 0, padding: 0, listStyleType: 'none' },
  change: { paddingLeft: `${space.m}px`, borderLeft: '3px solid', minWidth: 0 },
  added: { borderLeftColor: tokens.change.added },
  changed: { borderLeftColor: tokens.change.changed },
  removed: { borderLeftColor: tokens.change.removed },
  name: { display: 'flex', gap: `${space.s}px`, color: tokens.text.secondary, ...type.logSmall },
  word: { color: tokens.text.tertiary, ...type.caption },
  value: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 3,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    color: tokens.text.primary,
    ...type.logSmall,
  },
  old: { color: tokens.text.tertiary, textDecorationLine: 'line-through' },
});

export interface DecoratorPreviewProps {
  /** Edited decorator; undefined while its form is incomplete. */
  readonly decorator: Decorator | undefined;
  readonly sample: PreviewSample;
}

/** Shows what a decorator would change in the latest messages. */
export function DecoratorPreview({ decorator, sample }: DecoratorPreviewProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const requested = useSettled(decorator, askAfterMs);
  const { streams, timeRange, queryString, before } = sample;
  const question = { streams, timeRange, queryString };
  const after = useQuery({
    ...decoratorPreviewQuery(client, { ...question, decorators: requested ? [...before, requested] : [] }),
    enabled: requested !== undefined,
    placeholderData: keepPreviousData,
  });
  const original = useQuery({
    ...decoratorPreviewQuery(client, { ...question, decorators: before }),
    enabled: requested !== undefined && before.length > 0,
  });
  return (
    <section className={styles.root} aria-label={texts.preview} aria-live="polite">
      <h5 className={styles.title}>
        {texts.preview}
        {after.isFetching && <Spinner size={12} />}
      </h5>
      {content()}
    </section>
  );

  function content(): ReactNode {
    if (!decorator) return <p className={styles.note}>{texts.previewIncomplete}</p>;
    if (after.isError || original.isError) return <p className={styles.note}>{texts.previewFailed}</p>;
    if (!after.data || (before.length > 0 && !original.data)) return null;
    if (after.data.length === 0) return <p className={styles.note}>{texts.previewEmpty}</p>;
    const changes = previewChanges(before.length > 0 ? original.data : undefined, after.data);
    if (changes.length === 0) return <p className={styles.note}>{texts.previewNone}</p>;
    return (
      <ul className={styles.list}>
        {changes.map((change) => (
          <Change key={`${change.messageId} ${change.field}`} {...change} />
        ))}
      </ul>
    );
  }
}

function Change({ field, kind, before, after }: PreviewChange): ReactNode {
  const styles = useStyles();
  return (
    <li className={mergeClasses(styles.change, styles[kind])}>
      <span className={styles.name}>
        {field} <span className={styles.word}>{texts[kind]}</span>
      </span>
      {before !== undefined && <del className={mergeClasses(styles.value, styles.old)}>{before}</del>}
      {after !== undefined && (
        <ins className={styles.value} style={{ textDecoration: 'none' }}>
          {after}
        </ins>
      )}
    </li>
  );
}

/** Returns the decorator once it has been unchanged for the given time; the first one is returned immediately. */
function useSettled(decorator: Decorator | undefined, milliseconds: number): Decorator | undefined {
  // Debounced as text, because the decorator may be a new object at each rendering; `JSON.stringify(undefined)` is
  // undefined.
  const settled: string | undefined = useDebounced(JSON.stringify(decorator), milliseconds);
  return settled === undefined ? undefined : (JSON.parse(settled) as Decorator);
}
