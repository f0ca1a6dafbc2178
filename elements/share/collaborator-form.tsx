/** Renders a form that adds a collaborator with a capability to the selection. */
import { makeStyles } from '@griffel/react';
import { useMemo, type ReactNode } from 'react';
import type { SnapshotFrom } from 'xstate';
import { parseGrn } from '../../api/grn.js';
import { choosableGrantees } from '../../machines/share-dialog/collaborators.js';
import type { ShareDialogEvent, shareDialogMachine } from '../../machines/share-dialog/machine.js';
import { Button } from '../kit/button.js';
import { Field } from '../kit/field.js';
import { AddIcon, SearchIcon } from '../kit/icons.js';
import { SearchSelect } from '../kit/search-select.js';
import { Select } from '../kit/select.js';
import { GranteeIcon } from './grantee-icon.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 116px auto',
    gap: '8px',
    '@media (max-width: 479.98px)': {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      '& > :first-child': { gridColumn: '1 / -1' },
    },
  },
});

export interface CollaboratorFormProps {
  readonly type: string;
  /** True for an entry of the search history that names no streams. */
  readonly searchesAllStreams: boolean;
  readonly state: SnapshotFrom<typeof shareDialogMachine>;
  readonly onEvent: (event: ShareDialogEvent) => void;
}

export function CollaboratorForm({ type, searchesAllStreams, state, onEvent }: CollaboratorFormProps): ReactNode {
  const styles = useStyles();
  const { answer, selection, grantee, capability, granteeMissing } = state.context;
  const options = useMemo(
    () =>
      answer
        ? choosableGrantees(answer, selection).map(({ id, type: kind, title }) => ({
            value: id,
            label: title,
            icon: <GranteeIcon kind={kind} />,
            ...(kind !== 'global' && { note: texts.kind(kind) }),
          }))
        : [],
    [answer, selection],
  );
  if (!answer) return null;
  const add = (): void => onEvent({ type: 'collaborator.added' });
  const chosen = answer.available_grantees.find(({ id }) => id === grantee);
  return (
    <Field
      group
      label={texts.addCollaborator}
      help={
        options.length === 0 && !chosen
          ? texts.everybodyHasIt
          : parseGrn(answer.entity)?.type !== 'earlier_query'
            ? texts.addDescription(type)
            : searchesAllStreams
              ? texts.addToQueryOfAllStreams
              : texts.addToQuery
      }
      error={granteeMissing ? texts.granteeRequired : undefined}
    >
      <div
        className={styles.row}
        // Enter adds the collaborator instead of saving, because saving would leave out the selection in this form.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          add();
        }}
      >
        <SearchSelect
          label={texts.searchPlaceholder}
          placeholder={texts.searchPlaceholder}
          icon={chosen ? <GranteeIcon kind={chosen.type} /> : <SearchIcon />}
          options={options}
          value={grantee}
          shownAs={chosen?.title}
          onChange={(value) => onEvent({ type: 'grantee.chosen', grantee: value })}
          invalid={granteeMissing}
          data-autofocus=""
        />
        <Select
          aria-label={texts.capability}
          options={answer.available_capabilities.map(({ id, title }) => ({ value: id, label: title }))}
          value={capability}
          onChange={(value) => onEvent({ type: 'capability.chosen', capability: value })}
        />
        <Button
          icon={<AddIcon />}
          busy={state.matches({ editing: 'preparing' }) && chosen !== undefined && chosen.id in selection}
          onClick={add}
        >
          {texts.addCollaborator}
        </Button>
      </div>
    </Field>
  );
}
