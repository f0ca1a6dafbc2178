/**
 * Renders the failure page in place of the search (spec 2 §2). It is not loaded lazily, because it must also work
 * when no further code can be loaded.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { ErrorIcon } from '../../kit/icons.js';
import { useSaidAbove } from '../../kit/said-above.js';
import { kitTexts } from '../../kit/texts.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';

export const useNoticeStyles = makeStyles({
  card: {
    display: 'flex',
    gap: `${space.xxl}px`,
    padding: `${space.xxl}px`,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.card,
    color: tokens.text.primary,
  },
  glyph: { flexShrink: 0, fontSize: '20px', color: tokens.status.danger.icon },
  body: { minWidth: 0, overflowWrap: 'anywhere' },
  title: { ...type.sectionTitle, margin: `0 0 ${space.xs}px` },
  text: { ...type.body, margin: 0, color: tokens.text.secondary },
  detail: { ...type.logSmall, margin: `${space.m}px 0 0`, color: tokens.text.primary, whiteSpace: 'pre-wrap' },
  action: { marginTop: `${space.xl}px` },
});

export interface FailurePageProps {
  readonly title?: string;
  readonly text?: string;
  /** Error text of the server or the program. */
  readonly detail: string;
  /** True adds that the results on the page are those of the search before. */
  readonly earlier?: boolean;
  readonly action?: ReactNode;
}

export function FailurePage({
  title = texts.failures.wrongTitle,
  text = texts.failures.wrong,
  detail,
  earlier = false,
  action,
}: FailurePageProps) {
  const styles = useNoticeStyles();
  const note = earlier ? ` ${texts.page.cancelledHelp}` : '';
  if (useSaidAbove(detail))
    return <p className={mergeClasses(styles.card, styles.text)}>{kitTexts.shownLater + note}</p>;
  return (
    <div className={styles.card} role="alert">
      <ErrorIcon className={styles.glyph} />
      <div className={styles.body}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text + note}</p>
        <p className={styles.detail}>{detail}</p>
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}
