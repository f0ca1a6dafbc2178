/** Renders a rule in words, with the user's values highlighted. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { type } from '../../kit/tokens.js';
import type { RuleSentence } from './rule-text.js';

const useStyles = makeStyles({
  own: { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', ...type.log },
});

export function RuleSentenceText({ sentence: { field, says, value } }: { readonly sentence: RuleSentence }): ReactNode {
  const styles = useStyles();
  return (
    <span>
      {field !== '' && (
        <>
          <bdi className={styles.own}>{field}</bdi>{' '}
        </>
      )}
      {says}
      {value !== '' && (
        <>
          {' '}
          <bdi className={styles.own}>{value}</bdi>
        </>
      )}
    </span>
  );
}
