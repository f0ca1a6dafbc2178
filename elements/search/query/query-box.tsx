/**
 * Renders the query input with its frame, the button of the search history, and the validation icon at its right end.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useId, useMemo, useRef, useState } from 'react';
import type { Explanation } from '../../../api/contract/searches.js';
import { ErrorIcon, HintIcon, HistoryIcon, WarningIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Part } from '../../kit/part.js';
import { container, focusRing, space, tokens } from '../../kit/tokens.js';
import { Float } from '../../kit/float.js';
import { useBarStyles } from '../bar/bar-styles.js';
import { texts } from '../texts.js';
import type { KnownItems } from '../../kit/use-stored-list.js';
import { findingsOf } from './finding.js';
import type { HistoryRun, PastQuery } from './query-history.js';
import { QueryInput, type QueryInputProps } from './query-input.js';
import type { ReferenceSection } from './query-reference-texts.js';

const HistoryDialog = lazyPart(() => import('./history-dialog.js'), 'HistoryDialog');
const FindingsFloat = lazyPart(() => import('./findings-float.js'), 'FindingsFloat');
const ReferenceDialog = lazyPart(() => import('./reference-dialog.js'), 'ReferenceDialog');

export interface QueryValidation {
  readonly status: 'ok' | 'warning' | 'error';
  readonly explanations: readonly Explanation[];
  /** The validated text; positions of findings only apply to this text. */
  readonly of: string;
}

export interface QueryBoxProps extends Omit<QueryInputProps, 'findings' | 'history' | 'onHistory'> {
  readonly validation: QueryValidation;
  /** Number of refused submits: a refusal opens the list of findings, or shakes the list if it is already open. */
  readonly refusals: number;
  readonly history: KnownItems<PastQuery>;
  /** Runs the search with the given query, and with the given streams and time range if there are any. */
  readonly onRun: (search: HistoryRun) => void;
  /** True offers to repeat an earlier search with its streams and time range. */
  readonly repeats?: boolean;
}

const useStyles = makeStyles({
  root: {
    flex: '1 1 auto',
    alignItems: 'flex-start',
    paddingLeft: `${space.l}px`,
    minHeight: '36px',
    '&:has(.cm-completing) [data-wrong]': { color: tokens.text.tertiary },
  },
  icons: { display: 'flex', flexShrink: 0, padding: '2px 4px' },
  icon: {
    display: 'grid',
    placeItems: 'center',
    width: '28px',
    height: '30px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.radius.control,
    backgroundColor: 'transparent',
    color: tokens.text.tertiary,
    cursor: 'pointer',
    '& > svg': { fontSize: '20px' },
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': focusRing,
  },
  /** The hidden history icon keeps its space, so that the query does not move when the icon appears. */
  quiet: { opacity: 0, ':focus-visible': { opacity: 1 }, [container.compact]: { display: 'none' } },
  seen: { opacity: 1, [container.compact]: { display: 'grid' } },
  error: { color: tokens.status.danger.icon },
  warning: { color: tokens.status.warning.icon },
});

export function QueryBox({ validation, refusals, history, onRun, repeats, ...input }: QueryBoxProps) {
  const bar = useBarStyles();
  const styles = useStyles();
  const frame = useRef<HTMLDivElement>(null);
  const indicator = useRef<HTMLButtonElement>(null);
  const [historyOpen, setHistoryOpen] = useState(false);
  const [reference, setReference] = useState<ReferenceSection['id'] | null>(null);
  const [active, setActive] = useState(false);
  const listId = useId();
  const { status, explanations } = validation;
  const wrong = status !== 'ok';
  const openHistory = (): void => setHistoryOpen(true);

  // A refused submit opens the list of findings, or shakes the list if it is already open.
  const [findings, setFindings] = useState({ open: false, shakes: 0, refusals });
  if (refusals !== findings.refusals) {
    setFindings({ open: true, shakes: findings.open ? findings.shakes + 1 : 0, refusals });
  }
  const open = findings.open && wrong;
  const setOpen = (on: boolean): void => setFindings({ ...findings, open: on, shakes: 0 });

  const ranges = useMemo(
    () => findingsOf(validation.of, explanations, status === 'error' ? 'error' : 'warning'),
    [validation.of, explanations, status],
  );

  return (
    <div
      ref={frame}
      className={mergeClasses(bar.frame, bar.input, styles.root)}
      onPointerEnter={() => setActive(true)}
      onPointerLeave={() => setActive(false)}
      onFocus={() => setActive(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setActive(false)}
    >
      <QueryInput
        {...input}
        history={history.entries}
        onHistory={openHistory}
        findings={validation.of === input.value ? ranges : undefined}
      />
      <div className={styles.icons}>
        {!input.readOnly && (
          <button
            type="button"
            className={mergeClasses(styles.icon, styles.quiet, active && styles.seen)}
            aria-label={texts.query.history}
            title={texts.query.history}
            aria-haspopup="dialog"
            onClick={openHistory}
          >
            <HistoryIcon />
          </button>
        )}
        {wrong ? (
          <button
            ref={indicator}
            type="button"
            data-wrong=""
            className={mergeClasses(styles.icon, status === 'error' ? styles.error : styles.warning)}
            aria-label={status === 'error' ? texts.query.errorsShown : texts.query.warningsShown}
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            onClick={() => setOpen(!open)}
          >
            {status === 'error' ? <ErrorIcon /> : <WarningIcon />}
          </button>
        ) : (
          <button
            type="button"
            className={styles.icon}
            aria-label={texts.query.documentation}
            title={texts.query.documentation}
            onClick={() => setReference('basics')}
          >
            <HintIcon />
          </button>
        )}
      </div>
      {open && (
        <Part>
          <FindingsFloat
            id={listId}
            anchor={indicator}
            severity={status}
            explanations={explanations}
            shakes={findings.shakes}
            onClose={() => setOpen(false)}
            onDocumentation={(section) => {
              setOpen(false);
              setReference(section);
            }}
          />
        </Part>
      )}
      <Float
        onFailed={() => {
          setHistoryOpen(false);
          setReference(null);
        }}
      >
        {historyOpen && (
          <HistoryDialog
            history={history}
            onUse={input.onChange}
            onRun={onRun}
            repeats={repeats}
            onClose={() => setHistoryOpen(false)}
          />
        )}
        {reference !== null && <ReferenceDialog section={reference} onClose={() => setReference(null)} />}
      </Float>
    </div>
  );
}
