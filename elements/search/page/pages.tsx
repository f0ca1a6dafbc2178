/** What stands in place of the search when there cannot be one (spec 2 §2; look.md "States"). */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { View } from '../../../api/contract/views.schema.js';
import { Button } from '../../kit/button.js';
import { ErrorIcon, LockIcon } from '../../kit/icons.js';
import { radius, space, tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    gap: `${space.xxl}px`,
    padding: `${space.xxl}px`,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.surface.card,
    color: tokens.text.primary,
  },
  lock: { flexShrink: 0, fontSize: '32px', color: tokens.text.tertiary },
  glyph: { flexShrink: 0, fontSize: '20px', color: tokens.status.danger.icon },
  body: { minWidth: 0, overflowWrap: 'anywhere' },
  title: { ...type.sectionTitle, margin: `0 0 ${space.xs}px` },
  text: { ...type.body, margin: 0, color: tokens.text.secondary },
  list: { ...type.body, margin: `${space.m}px 0 0`, paddingLeft: '20px' },
  detail: { ...type.logSmall, margin: `${space.m}px 0 0`, color: tokens.text.primary, whiteSpace: 'pre-wrap' },
  action: { marginTop: `${space.xl}px` },
});

/** A user who may read no stream at all. */
export function NoStreamPage() {
  const styles = useStyles();
  return (
    <div className={styles.card} role="alert">
      <LockIcon className={styles.lock} />
      <div className={styles.body}>
        <h1 className={styles.title}>{texts.failures.noStreamTitle}</h1>
        <p className={styles.text}>{texts.failures.noStream}</p>
      </div>
    </div>
  );
}

/** Streams of the search that the user may not read; the bar above stays, so that they can be taken out. */
export function DeniedPage({ streams }: { readonly streams: readonly string[] }) {
  const styles = useStyles();
  return (
    <div className={styles.card} role="alert">
      <LockIcon className={styles.lock} />
      <div className={styles.body}>
        <h2 className={styles.title}>{texts.failures.deniedTitle}</h2>
        <p className={styles.text}>{texts.failures.denied}</p>
        <ul className={styles.list}>
          {streams.map((stream) => (
            <li key={stream}>{stream}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** A view that needs more than this installation has. */
export function UnsupportedPage({ requires }: { readonly requires: View['requires'] }) {
  const styles = useStyles();
  return (
    <div className={styles.card} role="alert">
      <LockIcon className={styles.lock} />
      <div className={styles.body}>
        <h2 className={styles.title}>{texts.failures.missingTitle}</h2>
        <p className={styles.text}>{texts.failures.missing}</p>
        <ul className={styles.list}>
          {Object.entries(requires).map(([id, { name }]) => (
            <li key={id}>{name ?? id}</li>
          ))}
        </ul>
        <div className={styles.action}>
          <Button onClick={() => history.back()}>{texts.failures.back}</Button>
        </div>
      </div>
    </div>
  );
}

export interface FailurePageProps {
  readonly title?: string;
  readonly text?: string;
  /** What the server or the program said. */
  readonly detail: string;
  readonly action?: ReactNode;
}

export function FailurePage({
  title = texts.failures.wrongTitle,
  text = texts.failures.wrong,
  detail,
  action,
}: FailurePageProps) {
  const styles = useStyles();
  return (
    <div className={styles.card} role="alert">
      <ErrorIcon className={styles.glyph} />
      <div className={styles.body}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        <p className={styles.detail}>{detail}</p>
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}
