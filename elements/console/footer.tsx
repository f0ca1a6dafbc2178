/** Version, host and runtime at the foot of every page (spec 1 §2 "Page footer"); only the version while loading. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { jvmQuery, systemQuery } from '../../api/queries/system.js';
import { useConnection } from '../element/connection-context.js';
import { tokens, type } from '../kit/tokens.js';
import { useDelayed } from '../kit/use-delayed.js';
import { texts } from './texts.js';

declare const __VERSION__: string | undefined;
/** The product's version; the build writes it in. */
export const version = typeof __VERSION__ === 'string' ? __VERSION__ : '5.1.8';

const useStyles = makeStyles({
  root: {
    ...type.caption,
    minHeight: '32px',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    padding: '0 16px',
    color: tokens.text.tertiary,
    textAlign: 'center',
  },
});

/** ms after which host and runtime are asked for: the page's own content comes first. */
const factsDelayMs = 1500;

export function Footer() {
  const styles = useStyles();
  const { client } = useConnection();
  const facts = useDelayed(factsDelayMs);
  const system = useQuery({ ...systemQuery(client), enabled: facts });
  const jvm = useQuery({ ...jvmQuery(client), enabled: facts });
  const parts = [`${texts.product} ${version}`];
  if (system.data && jvm.data) parts.push(`on ${system.data.hostname}`, `(${jvm.data.info})`);
  return <footer className={styles.root}>{parts.join(' ')}</footer>;
}
