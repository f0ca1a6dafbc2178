/**
 * Renders a dialog that uninstalls a content pack (screens/data-intake.md C3). It lists the entities that will be
 * removed, those that will be kept, and those that were changed since the installation.
 */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { InstalledEntity } from '../../../api/contract/content-packs.js';
import { reasonOf } from '../../../api/failures.js';
import { uninstallDetailsQuery, uninstallMutation } from '../../../api/queries/content-packs.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { StatusBadge } from '../../kit/chip.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useFactTable } from '../../kit/fact-table.js';
import { Failed } from '../../kit/failed.js';
import { useToasts } from '../../kit/feedback.js';
import { Loading } from '../../kit/loading.js';
import { type } from '../../kit/tokens.js';
import { texts, typeName } from './texts.js';

const { uninstalling: reported } = texts;

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  text: { margin: 0, ...type.body },
});

export interface UninstallDialogProps {
  readonly packId: string;
  readonly installationId: string;
  readonly onClose: () => void;
}

export function UninstallDialog({ packId, installationId, onClose }: UninstallDialogProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const host = useHostElement();
  const { toast } = useToasts();
  const uninstalling = useMutation(uninstallMutation(client, queryClient));
  // After the content pack was uninstalled, a request for the details of the installation would fail.
  const enabled = !uninstalling.isPending && !uninstalling.isSuccess;
  const details = useQuery({ ...uninstallDetailsQuery(client, packId, installationId), enabled });
  const [keep, setKeep] = useState<ReadonlySet<string>>(new Set());
  // A reference server reports only the deleted entities.
  const { entities = [], kept = [], changed = [] } = details.data ?? {};
  const toggle = (id: string, on: boolean): void =>
    setKeep((all) => new Set(on ? [...all, id] : [...all].filter((one) => one !== id)));
  const uninstall = (): void =>
    uninstalling.mutate(
      { contentPackId: packId, installationId, keep: [...keep] },
      {
        onSuccess: ({ uninstalled }) => {
          const failed = uninstalled.failed_entities.length;
          const text = reported.done(uninstalled.entities.length);
          toast(
            failed > 0 ? 'warning' : 'success',
            failed > 0 ? `${text} ${reported.partly(failed)}` : text,
            texts.success,
          );
          host.emit('log-changed', { type: 'content-pack', id: packId });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      alert
      size="medium"
      title={reported.title}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button appearance="danger" disabled={!details.data} busy={uninstalling.isPending} onClick={uninstall}>
            {reported.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {details.error ? (
          <Failed title={reported.loadingFailed} queries={[details]} />
        ) : !details.data ? (
          <Loading />
        ) : (
          <>
            <p className={styles.text}>{entities.length === 0 ? reported.nothing : reported.text}</p>
            <Entities entities={entities} changed={changed} keep={keep} onKeep={toggle} />
            {kept.length > 0 && (
              <>
                <p className={styles.text}>{reported.keptText}</p>
                <Entities entities={kept} changed={[]} />
              </>
            )}
          </>
        )}
        {uninstalling.error && <ErrorPanel title={reported.failed} errors={[reasonOf(uninstalling.error)]} />}
      </div>
    </Dialog>
  );
}

interface EntitiesProps {
  readonly entities: readonly InstalledEntity[];
  readonly changed: readonly string[];
  readonly keep?: ReadonlySet<string>;
  readonly onKeep?: (id: string, keep: boolean) => void;
}

function Entities({ entities, changed, keep, onKeep }: EntitiesProps): ReactNode {
  const table = useFactTable();
  if (entities.length === 0) return null;
  return (
    <table className={table}>
      <thead>
        <tr>
          <th scope="col">{texts.pack.entityTitle}</th>
          <th scope="col">{texts.pack.type}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {entities.map(({ id, title, type: { name } }) => (
          <tr key={id}>
            <td>{title}</td>
            <td data-short>{typeName(name)}</td>
            <td>
              {changed.includes(id) && (
                <>
                  <StatusBadge kind="warning">{reported.changed}</StatusBadge>
                  {onKeep && (
                    <Checkbox
                      label={reported.keep(title)}
                      checked={keep?.has(id) ?? false}
                      onChange={(on) => onKeep(id, on)}
                    />
                  )}
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
