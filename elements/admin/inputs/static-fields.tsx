/** Renders the list of the static fields that an input adds to each message. */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { InputSummary } from '../../../api/contract/inputs.js';
import { removeStaticFieldMutation } from '../../../api/queries/input-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { IconButton } from '../../kit/icon-button.js';
import { DeleteIcon } from '../../kit/icons.js';
import { tokens, type } from '../../kit/tokens.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  heading: { color: tokens.text.secondary, ...type.overline },
  list: { margin: 0, padding: 0, listStyle: 'none' },
  field: { display: 'flex', alignItems: 'center', gap: '8px', ...type.logSmall },
  text: { minWidth: 0, overflowWrap: 'anywhere' },
});

export interface StaticFieldsProps {
  readonly input: InputSummary;
  readonly mayEdit: boolean;
}

export function StaticFields({ input: { id, static_fields: fields }, mayEdit }: StaticFieldsProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const removal = useMutation(removeStaticFieldMutation(client, queryClient));
  const { remove } = useDeletion({
    texts: texts.fields.removal,
    one: (key) => removal.mutateAsync({ id, key }),
    onGone: () => void emit('log-changed', { type: 'input', id }),
  });
  const keys = Object.keys(fields).sort();
  if (keys.length === 0) return null;
  return (
    <div>
      <h4 className={styles.heading}>{texts.fields.heading}</h4>
      <ul className={styles.list} aria-label={texts.fields.heading}>
        {keys.map((key) => (
          <li key={key} className={styles.field}>
            <span className={styles.text}>
              <bdi>{key}</bdi>: <bdi>{fields[key]}</bdi>
            </span>
            {mayEdit && (
              <IconButton
                quiet
                size="small"
                label={texts.fields.remove(key)}
                icon={<DeleteIcon />}
                onClick={() => void remove(key, key)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
