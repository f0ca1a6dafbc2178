/**
 * Renders a warning icon beside the title of an entity, which shows the entity's problems; hidden if there are none.
 */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { IconButton } from '../../kit/icon-button.js';
import { WarningIcon } from '../../kit/icons.js';
import { Popover } from '../../kit/popover.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  icon: { color: tokens.status.warning.icon, lineHeight: 0, fontSize: '16px' },
  list: { display: 'grid', gap: '8px', maxWidth: '440px', ...type.body },
  title: { ...type.cardTitle },
  text: { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', color: tokens.text.secondary },
});

export interface Problem {
  readonly title: string;
  readonly text: string | null | undefined;
}

export function ProblemMark({
  name,
  problems,
}: {
  readonly name: string;
  readonly problems: readonly Problem[];
}): ReactNode {
  const styles = useStyles();
  const shown = problems.filter(({ text }) => text !== null && text !== undefined && text !== '');
  if (shown.length === 0) return null;
  const icon = (
    <span className={styles.icon}>
      <WarningIcon />
    </span>
  );
  return (
    <Popover
      label={texts.problemOf(name)}
      trigger={<IconButton size="small" quiet label={texts.problemOf(name)} icon={icon} />}
    >
      {() => (
        <div className={styles.list}>
          {shown.map(({ title, text }) => (
            <div key={title}>
              <div className={styles.title}>{title}</div>
              <div className={styles.text}>{text}</div>
            </div>
          ))}
        </div>
      )}
    </Popover>
  );
}
