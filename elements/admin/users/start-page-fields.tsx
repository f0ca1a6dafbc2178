/** Renders fields for the start page: its type, and the entity among those the user may see. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StartPageType, User } from '../../../api/contract/users.js';
import { allows } from '../../../api/permissions.js';
import { startPageChoicesQuery } from '../../../api/queries/start-page.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { SearchSelect } from '../../kit/search-select.js';
import { Select } from '../../kit/select.js';
import { container } from '../../kit/tokens.js';
import { newSearchId, type StartPage } from './start-page.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: '140px minmax(0, 1fr) auto',
    gap: '8px',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

const kinds = (['dashboard', 'stream', 'search'] as const).map((value) => ({
  value,
  label: texts.startPage.types[value],
}));

export interface StartPageFieldsProps {
  readonly user: User;
  readonly value: StartPage;
  readonly onChange: (value: StartPage) => void;
  readonly error?: string | undefined;
}

export function StartPageFields({ user, value, onChange, error }: StartPageFieldsProps): ReactNode {
  const styles = useStyles();
  return (
    <>
      <Field label={texts.startPage.title} group error={error}>
        <div className={styles.row}>
          <Select
            aria-label={texts.startPage.type}
            options={kinds}
            value={value.type}
            placeholder={texts.startPage.noType}
            onChange={(type) => onChange({ type, id: undefined })}
          />
          {value.type !== undefined && (
            <>
              <Entities
                key={value.type}
                user={user}
                type={value.type}
                value={value}
                invalid={error !== undefined}
                onChange={onChange}
              />
              <Button onClick={() => onChange({ type: undefined, id: undefined })}>{texts.startPage.reset}</Button>
            </>
          )}
        </div>
      </Field>
    </>
  );
}

interface EntitiesProps extends Omit<StartPageFieldsProps, 'error'> {
  readonly type: StartPageType;
  readonly invalid: boolean;
}

function Entities({ user, type, value, invalid, onChange }: EntitiesProps): ReactNode {
  const { client } = useConnection();
  const me = useCurrentUser();
  // Administrators, and users for their own account, choose among all visible entities; for another user only the
  // entities that are shared with that user are listed.
  const all = allows(me?.permissions ?? [], '*') || me?.id === user.id;
  const choices = useQuery(startPageChoicesQuery(client, { type, userId: all ? undefined : user.id }));
  const known = choices.data ?? [];
  const options = [
    ...(type === 'search' ? [{ value: newSearchId, label: texts.startPage.newSearch }] : []),
    ...known.map(({ id, title }) => ({ value: id, label: title })),
  ];
  const lost = value.id !== undefined && choices.data && !options.some((option) => option.value === value.id);
  return (
    <div>
      <SearchSelect
        label={texts.startPage.entity}
        options={options}
        value={value.id}
        shownAs={lost ? value.id : undefined}
        invalid={invalid}
        loading={choices.isPending}
        onChange={(id) => onChange({ type, id })}
      />
      {lost && <Alert kind="warning">{texts.startPage.missing}</Alert>}
    </div>
  );
}
