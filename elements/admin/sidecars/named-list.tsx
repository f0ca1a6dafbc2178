/** Renders the list of configurations or collectors: entities with names that can be edited, cloned and deleted. */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { EmptyState } from '../../kit/empty-state.js';
import { EntityTable, type EntityColumn, type EntityList, type RowActions } from '../../kit/entity-table/index.js';
import { Float } from '../../kit/float.js';
import { DeleteIcon, EditIcon, SaveAsIcon, SettingsIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { ListHeading } from '../../kit/list-page/list-heading.js';
import { useDeletion, type DeletionTexts } from '../../kit/use-deletion.js';
import { texts } from './texts.js';

const CloneDialog = lazyPart(() => import('./clone-dialog.js'), 'CloneDialog');

const useStyles = makeStyles({
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
});

interface Named {
  readonly id: string;
  readonly name: string;
}

const nameOf = ({ name }: Named): string => name;

export interface NamedListProps<E extends Named> {
  readonly list: EntityList<E>;
  /** Type of the changes that the event `log-changed` reports. */
  readonly type: string;
  /** Name of one entity in the help of the search field. */
  readonly noun: string;
  readonly texts: {
    readonly title: string;
    readonly pages: string;
    readonly total: (count: number) => string;
    readonly search: string;
    readonly none: string;
    readonly found: string;
    readonly loadingFailed: string;
    readonly failed: (reason: string) => string;
    readonly removal: DeletionTexts;
  };
  readonly columns: Readonly<Record<string, EntityColumn<E>>>;
  readonly order: readonly string[];
  readonly createButton: ReactNode;
  /** True to show the column of actions. */
  readonly hasActions: boolean;
  /** Route that edits an entity; undefined when the user may not change one. */
  readonly editRoute: ((id: string) => string) | undefined;
  /** Copies an entity under a new name; undefined when the user may not clone. */
  readonly copy: ((copy: { readonly id: string; readonly name: string }) => Promise<unknown>) | undefined;
  /** Deletes an entity; undefined when the user may not delete. */
  readonly remove: ((id: string) => Promise<unknown>) | undefined;
  /** Name of an entity in the question before it is deleted. */
  readonly fullName: (entity: E) => string;
}

export function NamedList<E extends Named>(props: NamedListProps<E>): ReactNode {
  const { list, type, noun, texts: own, columns, order, createButton, hasActions, editRoute, copy, remove } = props;
  const styles = useStyles();
  const host = useHostElement();
  const navigate = useNavigate();
  const [cloned, setCloned] = useState<E>();
  const deletion = useDeletion({
    texts: own.removal,
    one: async (id) => remove?.(id),
    onGone: ([id]) => host.emit('log-changed', { type, id }),
  });
  const actionsOf = (entity: E): RowActions => ({
    buttons: editRoute
      ? [{ key: 'edit', label: texts.edit, icon: <EditIcon />, onSelect: () => navigate(editRoute(entity.id)) }]
      : [],
    more: [
      ...(copy ? [{ key: 'clone', label: texts.clone, icon: <SaveAsIcon />, onSelect: () => setCloned(entity) }] : []),
      ...(remove
        ? [
            {
              key: 'delete',
              label: texts.delete,
              icon: <DeleteIcon />,
              danger: true,
              onSelect: () => void deletion.remove(entity.id, props.fullName(entity)),
            },
          ]
        : []),
    ],
  });
  return (
    <>
      <div className={styles.head}>
        <ListHeading title={own.title} total={list.rows && own.total(list.total)} />
        {createButton}
      </div>
      <EntityTable
        list={list}
        label={own.title}
        pagerLabel={own.pages}
        nameOf={nameOf}
        columns={columns}
        order={order}
        search={{
          label: own.search,
          fields: ['name', 'id'],
          examples: [['linux', `the name of the ${noun} contains “linux”`]],
        }}
        {...(hasActions && { rowActions: actionsOf, actionButtons: 2 })}
        empty={(searched) => <EmptyState icon={<SettingsIcon />} title={searched ? own.found : own.none} />}
        failedTitle={own.loadingFailed}
        failed={own.failed}
      />
      <Float onFailed={() => setCloned(undefined)}>
        {cloned && copy && (
          <CloneDialog
            name={cloned.name}
            clone={(name) => copy({ id: cloned.id, name })}
            type={type}
            onClose={() => setCloned(undefined)}
          />
        )}
      </Float>
    </>
  );
}
