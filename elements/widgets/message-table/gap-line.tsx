import { makeStyles } from '@griffel/react';
import type { TailGap } from '../../../machines/live-tail/sample.js';
import { tokens, type } from '../../kit/tokens.js';
import { formatInstant } from '../time/format-instant.js';
import { formatNumber } from '../values/number-format.js';
import { laterTableTexts } from './later-table-texts.js';

const useStyles = makeStyles({
  gap: {
    display: 'flex',
    alignItems: 'center',
    height: '24px',
    paddingLeft: '30px',
    borderBottom: `1px dashed ${tokens.border.default}`,
    backgroundColor: tokens.surface.subtle,
    color: tokens.text.secondary,
    ...type.caption,
  },
  text: { position: 'sticky', left: '30px' },
});

/** Marks the position of messages that the live tail has left out. */
export function GapLine({ gap, zone }: { readonly gap: TailGap; readonly zone: string }) {
  const styles = useStyles();
  const time = formatInstant(new Date(gap.at).toISOString(), zone, 'time');
  return (
    <div role="presentation" className={styles.gap}>
      <span role="note" className={styles.text}>
        {laterTableTexts.tailGap(formatNumber(gap.count), time)}
      </span>
    </div>
  );
}
