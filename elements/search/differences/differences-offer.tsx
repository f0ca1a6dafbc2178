/** Offers to compare the range zoomed into with the rest of the previous range. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { Button } from '../../kit/button.js';
import { CompareIcon } from '../../kit/icons.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { differencesTexts as texts } from './texts.js';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${space.xs}px ${space.m}px`,
    marginTop: `${space.s}px`,
    color: tokens.text.secondary,
    ...type.caption,
  },
});

export interface DifferencesOfferProps {
  /** Formatted zoomed range; `within` is the range it was zoomed from. */
  readonly label: string;
  readonly onAsk: () => void;
}

export function DifferencesOffer({ label, onAsk }: DifferencesOfferProps): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.line}>
      <Button size="small" icon={<CompareIcon />} onClick={onAsk}>
        {texts.ask}
      </Button>
      <span>{label}</span>
    </div>
  );
}
