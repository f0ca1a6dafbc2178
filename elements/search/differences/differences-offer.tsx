/** Offers to compare the messages of the zoomed range with the rest of the range from which the user zoomed. */
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
  /** Text that names the zoomed range and the range from which the user zoomed. */
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
