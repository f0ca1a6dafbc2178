/** Renders a section with the list of allowed URLs; its dialog has a field that tests an address. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { UrlAllowList } from '../../../api/contract/cluster-config.schema.js';
import { urlAllowListQuery } from '../../../api/queries/url-allow-list.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { AllowListDialog, UrlField } from '../../kit/allow-list/index.js';
import { StoredSection } from './stored-section.js';
import { useTableStyles } from './table-styles.js';
import { texts } from './texts.js';

const { allowList: words } = texts;

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  check: { maxWidth: '560px' },
});

export function AllowListSection(): ReactNode {
  const { client } = useConnection();
  const stored = useQuery(urlAllowListQuery(client));
  const state = stored.data && (stored.data.disabled ? texts.disabled : texts.enabled);
  return (
    <StoredSection
      heading={state === undefined ? words.heading : `${words.heading} (${state})`}
      intro={words.intro}
      mayEdit={usePermission('urlwhitelist:write')}
      stored={stored}
      summary={(list) => <Listed list={list} />}
      dialog={(_, onClose) => <AllowListDialog onClose={onClose} />}
    />
  );
}

function Listed({ list }: { readonly list: UrlAllowList }): ReactNode {
  const styles = useStyles();
  const table = useTableStyles();
  return (
    <div className={styles.root}>
      {list.entries.length === 0 ? (
        <Alert>{words.none}</Alert>
      ) : (
        <table className={mergeClasses(table.table, table.folds)}>
          <thead>
            <tr>
              <th scope="col" className={table.place}>
                {words.columns.place}
              </th>
              <th scope="col">{words.columns.title}</th>
              <th scope="col">{words.columns.url}</th>
              <th scope="col">{words.columns.type}</th>
            </tr>
          </thead>
          <tbody>
            {list.entries.map(({ id, title, value, type }, index) => (
              <tr key={id}>
                <td className={table.place}>{index + 1}</td>
                <th scope="row">{title}</th>
                <td className={table.mono}>{value}</td>
                <td>{(words.types as Readonly<Record<string, string>>)[type] ?? type}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.check}>
        <Check key={JSON.stringify(list)} />
      </div>
    </div>
  );
}

function Check(): ReactNode {
  const [url, setUrl] = useState('');
  return (
    <UrlField label={words.checkLabel} help={words.checkHelp} allowed={words.allowed} value={url} onChange={setUrl} />
  );
}
