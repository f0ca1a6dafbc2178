import { makeStyles } from '@griffel/react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { instantOfWire } from '../../machines/time-range/local-time.js';
import { tokens, type as textType } from '../kit/tokens.js';
import { Timestamp } from '../kit/timestamp.js';
import { useView } from '../view-area/index.js';
import type { SectionProps } from './panel.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: '2px' },
  label: { ...textType.caption, color: tokens.text.tertiary },
  text: { ...textType.body, color: tokens.text.primary, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  none: { ...textType.body, color: tokens.text.secondary, fontStyle: 'italic' },
  hint: { ...textType.caption, color: tokens.text.tertiary },
});

/** Renders a section with the description of the view and the statistics of its last run. */
export function DescriptionSection({ page }: SectionProps) {
  const styles = useStyles();
  const { view, document } = useView(page);
  const isNew = useSelector(view, (state) => state.matches({ open: { identity: 'fresh' } }));
  const execution = useSelector(page, ({ context }) => context.execution);
  const stats = useSelector(execution, ({ context }) => context.shown?.result?.execution_stats);
  const at = stats && instantOfWire(stats.timestamp);
  const type = document?.view.type ?? 'SEARCH';
  const { description } = texts;
  return (
    <>
      <Part label={description.execution}>
        {stats ? (
          <p className={styles.text}>
            {description.executed(stats.duration.toLocaleString('en'))} {at !== undefined && <Timestamp instant={at} />}
            .
          </p>
        ) : (
          <p className={styles.text}>{description.notExecuted}</p>
        )}
      </Part>
      {isNew || !document ? (
        <p className={styles.hint}>{description.unsavedHint(type)}</p>
      ) : (
        <>
          <Part label={description.summary}>
            <Saved text={document.view.summary} fallback={description.noSummary(type)} />
          </Part>
          <Part label={description.description}>
            <Saved text={document.view.description} fallback={description.noDescription(type)} />
          </Part>
          <p className={styles.hint}>{description.editHint}</p>
        </>
      )}
    </>
  );
}

function Part({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.part}>
      <h3 className={styles.label}>{label}</h3>
      {children}
    </div>
  );
}

function Saved({ text, fallback }: { readonly text: string | null; readonly fallback: string }) {
  const styles = useStyles();
  return text ? <p className={styles.text}>{text}</p> : <p className={styles.none}>{fallback}</p>;
}
