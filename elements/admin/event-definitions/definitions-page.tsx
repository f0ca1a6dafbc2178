/**
 * Renders a page that lists the event definitions, with actions to copy, enable, disable, share and delete them
 * (screens/dashboards-sharing-alerts.md §9.1).
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { EventDefinition } from '../../../api/contract/event-definitions.js';
import type { EntityAttribute } from '../../../api/contract/list.schema.js';
import { allows } from '../../../api/permissions.js';
import { definitionsPageQuery, entityScopesQuery } from '../../../api/queries/event-definitions.js';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { alertTabs } from '../../kit/alert-tabs.js';
import { StatusBadge } from '../../kit/chip.js';
import { CreateButton } from '../../kit/create-button.js';
import {
  useEntityList,
  type EntityColumn,
  type KeepSelected,
  type RowActions,
  type RowSections,
} from '../../kit/entity-table/index.js';
import { AlertIcon, DeleteIcon, EditIcon, PauseIcon, PlayIcon, SaveAsIcon, SearchIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { ListPage } from '../../kit/list-page/index.js';
import type { MenuEntry } from '../../kit/menu.js';
import type { PageProps } from '../../kit/pages.js';
import { useRowSharing } from '../../share/index.js';
import { routes } from './routes.js';
import { ScheduleCell, ScheduleDetails } from './schedule.js';
import { texts } from './texts.js';
import { useChanges, type Change } from './use-changes.js';

const order = ['title', 'description', 'priority', 'status', 'scheduling'] as const;
const defaults: EntityListLayout = {
  displayed: order,
  sort: { attributeId: 'title', direction: 'asc' },
  perPage: 20,
};
/** Column that combines several properties of a definition, so the server's list does not describe it. */
const scheduling: EntityAttribute = { id: 'scheduling', title: texts.scheduling, type: 'STRING', sortable: false };

const systemType = 'system-notifications-v1';
const isSystem = ({ config }: EventDefinition): boolean => config.type === systemType;
/** Returns whether a definition is enabled. The definition of the system is always enabled. */
const isEnabled = (definition: EventDefinition): boolean =>
  isSystem(definition) || (definition.scheduler?.is_scheduled ?? false);

const columns: Readonly<Record<string, EntityColumn<EventDefinition>>> = {
  // The column of the title is narrow enough for a tablet to show the column of the schedule too.
  title: {
    weight: 1.5,
    min: 130,
    render: ({ id, title }) => <Link route={routes.show(id)}>{title}</Link>,
  },
  description: { weight: 1.5, min: 90 },
  priority: { fixed: 90, render: ({ priority }) => texts.priorities[priority] ?? priority },
  status: { fixed: 110, render: (definition) => <Status definition={definition} /> },
  scheduling: { weight: 2.5, min: 160, render: (definition) => <ScheduleCell definition={definition} /> },
};
const sections: RowSections<EventDefinition> = {
  schedule: { title: texts.scheduling, render: (definition) => <ScheduleDetails definition={definition} /> },
};

export function DefinitionsPage({ question, onQuestion }: PageProps): ReactNode {
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const mayCreate = usePermission('eventdefinitions:create') && !readonly;
  const navigate = useNavigate();
  const { data: scopes } = useQuery(entityScopesQuery(client));
  const list = useEntityList({
    id: 'event_definitions',
    defaults,
    query: definitionsPageQuery,
    question,
    onQuestion,
  });
  const offered = useMemo(() => [...list.attributes, scheduling], [list.attributes]);
  const sharing = useRowSharing();
  const { change, changeAll } = useChanges();

  const moreOf = (definition: EventDefinition): readonly MenuEntry[] => {
    const { id, _scope: scope } = definition;
    const mayEdit = allows(granted, `eventdefinitions:edit:${id}`);
    const isMutable = scopes?.[scope]?.is_mutable ?? false;
    const mayDelete = allows(granted, `eventdefinitions:delete:${id}`) && isMutable;
    const edit: readonly MenuEntry[] =
      mayEdit && isMutable
        ? [
            {
              key: 'edit',
              label: texts.actions.edit,
              icon: <EditIcon />,
              onSelect: () => navigate(routes.edit(id)),
            },
          ]
        : [];
    if (isSystem(definition)) return edit;
    const entry = (key: Change, icon: ReactNode): MenuEntry => ({
      key,
      label: texts.actions[key],
      icon,
      danger: key === 'delete',
      onSelect: () => void change(key, definition),
    });
    const groups: readonly (readonly MenuEntry[])[] = [
      [...edit, ...(mayCreate ? [entry('duplicate', <SaveAsIcon />)] : [])],
      mayEdit ? [isEnabled(definition) ? entry('disable', <PauseIcon />) : entry('enable', <PlayIcon />)] : [],
      mayDelete ? [entry('delete', <DeleteIcon />)] : [],
      [
        {
          key: 'replay',
          label: texts.actions.replay,
          icon: <SearchIcon />,
          onSelect: () => navigate(routes.replay(id), { newTab: true }),
        },
      ],
    ];
    const shown = groups.filter((group) => group.length > 0);
    return shown.flatMap((group, index) => (index === 0 ? group : [{ kind: 'divider' as const }, ...group]));
  };
  const actionsOf = (definition: EventDefinition): RowActions => {
    const more = moreOf(definition);
    const { id, title } = definition;
    return {
      buttons: [sharing.actionOf({ type: 'event_definition', id, title })],
      ...(more.length > 0 && { more }),
    };
  };
  const bulkOf = (ids: readonly string[], keep: KeepSelected): readonly MenuEntry[] => [
    {
      key: 'enable',
      label: texts.actions.enable,
      icon: <PlayIcon />,
      onSelect: () => void changeAll('enable', ids, keep),
    },
    {
      key: 'disable',
      label: texts.actions.disable,
      icon: <PauseIcon />,
      onSelect: () => void changeAll('disable', ids, keep),
    },
    {
      key: 'delete',
      label: texts.actions.delete,
      icon: <DeleteIcon />,
      danger: true,
      onSelect: () => void changeAll('delete', ids, keep),
    },
  ];
  const create = <CreateButton label={texts.create} onClick={() => navigate(routes.create)} />;
  return (
    <ListPage
      texts={texts.list}
      help={help}
      icon={<AlertIcon />}
      tabs={alertTabs('definitions')}
      list={{ ...list, attributes: offered }}
      nameOf={({ title }) => title}
      columns={columns}
      order={order}
      sections={sections}
      {...(!readonly && { rowActions: actionsOf, actionButtons: 2, bulkActions: bulkOf })}
      {...(mayCreate && { create })}
    >
      {sharing.dialog}
    </ListPage>
  );
}

function Status({ definition }: { readonly definition: EventDefinition }): ReactNode {
  if (!isEnabled(definition)) return <StatusBadge kind="warning">{texts.disabled}</StatusBadge>;
  if (definition.scheduler?.error) return <StatusBadge kind="danger">{texts.failing}</StatusBadge>;
  return <StatusBadge kind="success">{texts.enabled}</StatusBadge>;
}

const help = {
  fields: ['id', 'title', 'description'],
  examples: [
    ['login', 'the title contains “login”'],
    ['description:"front end"', 'the description contains “front end”'],
  ],
} as const;
