/** Renders the list of the server's variables: create, change, delete unless in use. */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ConfigurationVariable } from '../../../api/contract/sidecars.schema.js';
import { reasonOf } from '../../../api/failures.js';
import {
  deleteVariableMutation,
  usersOfVariable,
  variablesQuery,
} from '../../../api/queries/sidecar-configurations.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { IconButton } from '../../kit/icon-button.js';
import { DeleteIcon, EditIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { tokens, type } from '../../kit/tokens.js';
import { formTexts } from './form-texts.js';
import { texts } from './texts.js';
import { VariableDialog } from './variable-dialog.js';

const helper = formTexts.helper;
const words = formTexts.variable;

const useStyles = makeStyles({
  intro: { margin: '12px 0', color: tokens.text.secondary, ...type.body },
  list: { listStyleType: 'none', margin: '0 0 12px', padding: 0 },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '4px 0',
    borderTop: `1px solid ${tokens.border.divider}`,
  },
  text: { flexGrow: 1, minWidth: 0 },
  name: { ...type.logSmall, overflowWrap: 'anywhere' },
  note: { color: tokens.text.secondary, ...type.caption },
});

interface VariablesTabProps {
  readonly onRenamed: (rename: (template: string) => string) => void;
}

export function VariablesTab({ onRenamed }: VariablesTabProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const mayCreate = usePermission('sidecar_collector_configurations:create') && !host.readonly;
  const mayUpdate = usePermission('sidecar_collector_configurations:update') && !host.readonly;
  const variables = useQuery(variablesQuery(client));
  const deleting = useMutation(deleteVariableMutation(client, queryClient));
  const [open, setOpen] = useState<ConfigurationVariable | 'new'>();
  const [inUse, setInUse] = useState<{ readonly name: string; readonly users: readonly string[] }>();

  const remove = async ({ id, name }: ConfigurationVariable): Promise<void> => {
    const { title, text, done, failedTitle } = words.removal;
    if (!(await confirm({ title, text: text(name), confirm: texts.delete, danger: true }))) return;
    try {
      const users = await usersOfVariable(client, id);
      if (users.length > 0) return setInUse({ name, users: users.map((one) => one.name) });
      await deleting.mutateAsync(id);
      toast('success', done(name), texts.success);
      host.emit('log-changed', { type: 'sidecar-variable', id });
    } catch (error) {
      toast('error', reasonOf(error), failedTitle);
    }
  };
  return (
    <>
      <p className={styles.intro}>{helper.variablesIntro}</p>
      {variables.error && <ErrorPanel title={words.failed} errors={[reasonOf(variables.error)]} />}
      {!variables.data && !variables.error && <Loading />}
      {variables.data?.length === 0 && <p className={styles.note}>{helper.noVariables}</p>}
      <ul className={styles.list}>
        {variables.data?.map((variable) => (
          <li key={variable.id} className={styles.row}>
            <div className={styles.text}>
              <div className={styles.name}>{`\${user.${variable.name}}`}</div>
              {variable.description !== null && <div className={styles.note}>{variable.description}</div>}
            </div>
            {mayUpdate && (
              <>
                <IconButton
                  size="small"
                  label={`${texts.edit} ${variable.name}`}
                  icon={<EditIcon />}
                  onClick={() => setOpen(variable)}
                />
                <IconButton
                  size="small"
                  label={`${texts.delete} ${variable.name}`}
                  icon={<DeleteIcon />}
                  onClick={() => void remove(variable)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {mayCreate && <Button onClick={() => setOpen('new')}>{helper.createVariable}</Button>}
      {open && (
        <VariableDialog
          variable={open === 'new' ? undefined : open}
          onRenamed={onRenamed}
          onClose={() => setOpen(undefined)}
        />
      )}
      {inUse && (
        <Dialog
          open
          title={words.inUseTitle(inUse.name)}
          onClose={() => setInUse(undefined)}
          footer={<Button onClick={() => setInUse(undefined)}>{texts.close}</Button>}
        >
          <p>{words.inUse}</p>
          <ul>
            {inUse.users.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
