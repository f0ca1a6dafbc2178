/** Marks entities that were created from provisioning files; they are read-only in the console. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { provisionedQuery } from '../../api/queries/provisioning.js';
import { useConnection } from '../element/connection-context.js';
import { Chip } from './chip.js';
import type { RowActions } from './entity-table/row-actions.js';
import { laterKitTexts } from './later-texts.js';

/**
 * Returns a function that returns the provisioning file of an entity by its id; undefined if the entity is not
 * provisioned, and until the list of provisioned entities is loaded.
 */
export function useProvisioned(): (id: string) => string | undefined {
  const { client } = useConnection();
  const { data = [] } = useQuery(provisionedQuery(client));
  return (id) => data.find((object) => object.id === id)?.file;
}

/**
 * Renders a mark that an entity was created from a provisioning file.
 * @param file path of the file below the provisioning folder; undefined renders nothing
 */
export function ProvisionedMark({ file }: { readonly file: string | undefined }): ReactNode {
  if (file === undefined) return null;
  return (
    <span title={laterKitTexts.provisioned.by(file)}>
      <Chip size="small">{laterKitTexts.provisioned.mark}</Chip>
    </span>
  );
}

const changing = new Set(['edit', 'delete', 'enable', 'disable']);
const changes = ({ key, danger }: { readonly key: string; readonly danger?: boolean }): boolean =>
  danger === true || changing.has(key);

/**
 * Returns the actions of an entity; if the entity is provisioned from `file`, the actions that would change it are
 * disabled with a reason.
 */
export function provisionedActions(actions: RowActions, file: string | undefined): RowActions {
  if (file === undefined) return actions;
  const disabledReason = laterKitTexts.provisioned.by(file);
  return {
    ...(actions.buttons && {
      buttons: actions.buttons.map((one) => (changes(one) ? { ...one, disabled: true, disabledReason } : one)),
    }),
    ...(actions.more && {
      more: actions.more.map((one) =>
        'key' in one && changes(one) ? { ...one, disabled: true, disabledReason } : one,
      ),
    }),
  };
}
