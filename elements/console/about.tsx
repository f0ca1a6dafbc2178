/**
 * Renders the "About" dialog: version, server, and licences of the shipped packages. The licences are in a separate
 * file that is loaded when the dialog opens.
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../api/failures.js';
import { licencesQuery, type Licences, type ShippedPackage } from '../../api/queries/licences.js';
import { jvmQuery, systemQuery } from '../../api/queries/system.js';
import { useConnection } from '../element/connection-context.js';
import { CopyButton } from '../kit/copy-button.js';
import { Details } from '../kit/detail-page/index.js';
import { Dialog } from '../kit/dialog.js';
import { ErrorPanel } from '../kit/error-panel.js';
import { ChevronRightIcon } from '../kit/icons.js';
import { Loading } from '../kit/loading.js';
import { SearchBox } from '../kit/search-box.js';
import { focusRing, tokens, type } from '../kit/tokens.js';
import { texts } from './about-texts.js';
import { version } from './version.js';

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  secondary: { ...type.body, color: tokens.text.secondary },
  id: { display: 'inline-flex', alignItems: 'center', gap: '6px', ...type.logSmall, overflowWrap: 'anywhere' },
  heading: { ...type.sectionTitle, marginTop: '8px' },
  list: { borderTop: `1px solid ${tokens.border.divider}`, ...type.body },
  entry: { borderBottom: `1px solid ${tokens.border.divider}` },
  summary: {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '8px',
    width: '100%',
    padding: '6px 0',
    borderRadius: '4px',
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': focusRing,
    '& > svg': { fontSize: '14px', color: tokens.text.tertiary },
    '&[aria-expanded=true] > svg': { transform: 'rotate(90deg)' },
  },
  name: { overflowWrap: 'anywhere' },
  version: { color: tokens.text.tertiary },
  licence: { color: tokens.text.secondary },
  text: {
    ...type.logSmall,
    maxHeight: '320px',
    overflow: 'auto',
    margin: '0 0 8px 24px',
    padding: '10px 12px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    ':focus-visible': focusRing,
  },
});

export interface AboutProps {
  /** Returns the address of a file of the console, given its path. */
  readonly href: (path: string) => string;
  readonly onClose: () => void;
}

export function About({ href, onClose }: AboutProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const system = useQuery(systemQuery(client)).data;
  const jvm = useQuery(jvmQuery(client)).data;
  const licences = useQuery(licencesQuery(href('/host/page/licences.json')));
  const cluster = system?.cluster_id.toUpperCase();
  return (
    <Dialog open title={texts.title} onClose={onClose}>
      <div className={styles.root}>
        <p className={styles.secondary}>{texts.intro}</p>
        <Details
          rows={[
            [texts.version, version],
            [texts.server, system && `${system.version} on ${system.hostname}`],
            [texts.runtime, jvm?.info],
            [
              texts.cluster,
              cluster && (
                <span className={styles.id}>
                  {cluster}
                  <CopyButton label={texts.copyCluster} text={cluster} />
                </span>
              ),
            ],
          ]}
        />
        <p className={styles.secondary}>{texts.privacy}</p>
        <h3 className={styles.heading}>{texts.licences}</h3>
        {licences.data ? (
          <Packages licences={licences.data} />
        ) : licences.error ? (
          <ErrorPanel
            title={texts.failed}
            errors={[reasonOf(licences.error)]}
            onRetry={() => void licences.refetch()}
          />
        ) : (
          <Loading />
        )}
      </div>
    </Dialog>
  );
}

function Packages({ licences: { packages, texts: words } }: { readonly licences: Licences }): ReactNode {
  const styles = useStyles();
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const shown = packages.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(wanted));
  return (
    <>
      <p className={styles.secondary}>{texts.licencesIntro(packages.length - 1)}</p>
      <SearchBox label={texts.filter} placeholder={texts.filter} query={filter} onSearch={setFilter} />
      {shown.length === 0 ? (
        <p className={styles.secondary}>{texts.none}</p>
      ) : (
        <ul className={styles.list}>
          {shown.map((one) => (
            <Package
              key={`${one.name} ${one.version}`}
              one={one}
              text={one.text === null ? undefined : words[one.text]}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Package({ one, text }: { readonly one: ShippedPackage; readonly text: string | undefined }): ReactNode {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  return (
    <li className={styles.entry}>
      <button type="button" className={styles.summary} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRightIcon />
        <span className={styles.name}>
          {one.name} <span className={styles.version}>{one.version}</span>
        </span>
        <span className={styles.licence}>{one.licence}</span>
      </button>
      {open && (
        <pre className={styles.text} tabIndex={0}>
          {text ?? texts.noText}
        </pre>
      )}
    </li>
  );
}
