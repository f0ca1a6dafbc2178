/**
 * Renders the footer of the pages, except wall displays, with version, host name and runtime (spec 1 §2 "Page footer");
 * until the server has answered it shows only the version.
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { inBackground } from '../../api/client.js';
import { jvmQuery, systemQuery } from '../../api/queries/system.js';
import { useConnection } from '../element/connection-context.js';
import { tokens, type } from '../kit/tokens.js';
import { usePageFirst } from './use-page-first.js';
import { texts } from './texts.js';
import { version } from './version.js';

const useStyles = makeStyles({
  root: {
    ...type.caption,
    // The footer must stay one line high, because pages that fill the window rely on its height.
    flexShrink: 0,
    height: '32px',
    lineHeight: '32px',
    padding: '0 16px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.text.tertiary,
    textAlign: 'center',
  },
});

export function Footer() {
  const styles = useStyles();
  const { client } = useConnection();
  // Requests of the footer are background requests, which do not prolong the session.
  const background = inBackground(client);
  const facts = usePageFirst();
  const system = useQuery({ ...systemQuery(background), enabled: facts });
  const jvm = useQuery({ ...jvmQuery(background), enabled: facts });
  const parts = [`${texts.product} ${version}`];
  if (system.data && jvm.data) parts.push(`on ${system.data.hostname}`, `(${jvm.data.info})`);
  return (
    <footer className={styles.root} title={parts.join(' ')}>
      {parts.join(' ')}
    </footer>
  );
}
