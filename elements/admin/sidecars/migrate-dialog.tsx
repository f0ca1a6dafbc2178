/**
 * Renders a dialog to import configurations uploaded by old agents into the template (screens/administration.md F4).
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CollectorUpload } from '../../../api/contract/sidecars.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { uploadsQuery } from '../../../api/queries/sidecar-configurations.js';
import { pageCount } from '../../../machines/paged-list.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { Pager, useLastPage } from '../../kit/entity-table/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useFactTable } from '../../kit/fact-table.js';
import { useConfirm } from '../../kit/feedback.js';
import { Loading } from '../../kit/loading.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { tokens, type } from '../../kit/tokens.js';
import { formTexts } from './form-texts.js';
import { texts } from './texts.js';

const words = formTexts.migrate;
const pageSize = 10;

const useStyles = makeStyles({
  note: { marginBottom: '12px', color: tokens.text.secondary, ...type.body },
  text: { maxHeight: '40vh', overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', ...type.logSmall },
  buttons: { display: 'flex', gap: '8px' },
});

export interface MigrateDialogProps {
  /** True when the import would overwrite an existing text. */
  readonly hasText: boolean;
  readonly onApply: (template: string) => void;
  readonly onClose: () => void;
}

export function MigrateDialog({ hasText, onApply, onClose }: MigrateDialogProps): ReactNode {
  const styles = useStyles();
  const table = useFactTable();
  const { client } = useConnection();
  const confirm = useConfirm();
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<CollectorUpload>();
  const { data, error, refetch } = useQuery(uploadsQuery(client, page));
  const pages = pageCount(data?.total ?? 0, pageSize);
  useLastPage({ page, pages: data && pages, onPage: setPage });
  const apply = async (upload: CollectorUpload): Promise<void> => {
    if (hasText && !(await confirm({ ...words.overwrite, danger: true }))) return;
    onApply(upload.rendered_configuration);
    onClose();
  };
  return (
    <Dialog
      open
      size="large"
      title={words.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <p className={styles.note}>{words.intro}</p>
      {error && <ErrorPanel title={words.failed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.uploads.length === 0 && <p>{words.none}</p>}
      {data && data.uploads.length > 0 && (
        <>
          <table className={table} aria-label={words.title}>
            <thead>
              <tr>
                <th scope="col">{words.sidecar}</th>
                <th scope="col">{words.collector}</th>
                <th scope="col">{words.created}</th>
                <th scope="col">{words.action}</th>
              </tr>
            </thead>
            <tbody>
              {data.uploads.map((upload) => (
                <tr key={upload.id}>
                  <td>{upload.node_id}</td>
                  <td>{upload.collector_name}</td>
                  <td>
                    <RelativeTime instant={upload.created} />
                  </td>
                  <td className={styles.buttons}>
                    <Button size="small" onClick={() => void apply(upload)}>
                      {words.apply}
                    </Button>
                    <Button size="small" onClick={() => setShown(upload)}>
                      {words.preview}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pager page={page} pages={pages} shown={data.uploads.length} total={data.total} onPage={setPage} />
        </>
      )}
      {shown && <pre className={styles.text}>{shown.rendered_configuration}</pre>}
    </Dialog>
  );
}
