/**
 * Renders a section that lists the support bundles, which the user can create, download and delete
 * (screens/administration.md C5).
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { ApiFailure, reasonOf } from '../../../api/failures.js';
import {
  buildSupportBundleMutation,
  deleteSupportBundleMutation,
  downloadSupportBundleMutation,
  supportBundlesQuery,
} from '../../../api/queries/support-bundle.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { formatBytes } from '../../kit/format.js';
import { DeleteIcon, DownloadIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { saveFile } from '../../kit/save-file.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { bundle: words } = texts;

const useStyles = makeStyles({
  list: { margin: '12px 0 0', padding: 0, listStyle: 'none', ...type.body },
  bundle: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '4px 0',
    borderTop: `1px solid ${tokens.border.divider}`,
  },
  name: { flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere', ...type.log },
  size: { minWidth: '80px', textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  none: { marginTop: '12px', color: tokens.text.secondary, ...type.body },
});

const statusOf = (error: unknown): string =>
  error instanceof ApiFailure && error.status !== undefined ? String(error.status) : reasonOf(error);

export function BundleSection(): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const mayChange = usePermission('supportbundle:create') && !host.readonly;
  const bundles = useQuery(supportBundlesQuery(client));
  const build = useMutation(buildSupportBundleMutation(client, queryClient));
  const removal = useMutation(deleteSupportBundleMutation(client, queryClient));
  const download = useMutation(downloadSupportBundleMutation(client));
  const changed = (id: string): void => void host.emit('log-changed', { type: 'support-bundle', id });
  const failed = (what: 'Creating' | 'Deleting' | 'Downloading') => (error: unknown) =>
    toast('error', words.failed(what, statusOf(error)), words.failedTitle);

  const create = (): void =>
    build.mutate(undefined, {
      onSuccess: () => {
        toast('success', words.created, words.success);
        changed('');
      },
      onError: failed('Creating'),
    });
  const fetchBundle = (fileName: string): void =>
    download.mutate(fileName, {
      onSuccess: (blob) => saveFile({ blob, fileName }),
      onError: failed('Downloading'),
    });
  const remove = async (fileName: string): Promise<void> => {
    const { title, text, action, done } = words.removal;
    if (!(await confirm({ title, text: text(fileName), confirm: action, danger: true }))) return;
    removal.mutate(fileName, {
      onSuccess: () => {
        toast('success', done, words.success);
        changed(fileName);
      },
      onError: failed('Deleting'),
    });
  };
  return (
    <Section
      title={words.title}
      intro={words.intro}
      action={
        mayChange && (
          <Button busy={build.isPending} onClick={create}>
            {words.create}
          </Button>
        )
      }
    >
      <Alert kind="warning">{words.warning}</Alert>
      {bundles.error && !bundles.data ? (
        <ErrorPanel
          title={words.loadingFailed}
          errors={[reasonOf(bundles.error)]}
          onRetry={() => void bundles.refetch()}
        />
      ) : !bundles.data ? (
        <Loading />
      ) : bundles.data.length === 0 ? (
        <p className={styles.none}>{words.none}</p>
      ) : (
        <ul className={styles.list} aria-label={words.title}>
          {bundles.data.map(({ file_name: name, size }) => (
            <li key={name} className={styles.bundle}>
              <span className={styles.name}>{name}</span>
              <span className={styles.size}>{formatBytes(size)}</span>
              <Button
                size="small"
                appearance="subtle"
                icon={<DownloadIcon />}
                aria-label={words.downloadNamed(name)}
                busy={download.isPending && download.variables === name}
                onClick={() => fetchBundle(name)}
              >
                {words.download}
              </Button>
              {mayChange && (
                <Button
                  size="small"
                  appearance="subtle"
                  icon={<DeleteIcon />}
                  aria-label={words.deleteNamed(name)}
                  onClick={() => void remove(name)}
                >
                  {words.delete}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
