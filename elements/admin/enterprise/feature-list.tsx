/** Renders the list of features, each with a name and a short description. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { container, tokens, type } from '../../kit/tokens.js';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(140px, max-content) minmax(0, 1fr)',
    columnGap: '16px',
    rowGap: '8px',
    ...type.body,
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: '2px' },
  },
  about: { margin: 0, color: tokens.text.secondary, [container.compact]: { marginBottom: '8px' } },
});

export interface FeatureListProps {
  readonly features: readonly { readonly key: string; readonly name: ReactNode; readonly about: string }[];
}

export function FeatureList({ features }: FeatureListProps): ReactNode {
  const styles = useStyles();
  return (
    <dl className={styles.list}>
      {features.map(({ key, name, about }) => (
        <div key={key} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd className={styles.about}>{about}</dd>
        </div>
      ))}
    </dl>
  );
}
