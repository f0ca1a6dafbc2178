/**
 * Lists the entities shared with a user, with owners and capability (screens/administration.md A4;
 * screens/dashboards-sharing-alerts.md §5.3).
 */
import { makeStyles } from '@griffel/react';
import { useMemo, useState, type ReactNode } from 'react';
import type { Client } from '../../../api/client.js';
import type { PageQuery } from '../../../api/contract/list.schema.js';
import type { Capability, EntityDescriptor, Grantee } from '../../../api/contract/shares.js';
import type { User } from '../../../api/contract/users.js';
import { parseGrn } from '../../../api/grn.js';
import { sharedEntitiesPageQuery } from '../../../api/queries/users.js';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import { useHasRoute } from '../../element/routes-context.js';
import { Section } from '../../kit/detail-page/index.js';
import { EmptyState } from '../../kit/empty-state.js';
import { EntityTable, useEntityList, type EntityColumn } from '../../kit/entity-table/index.js';
import { entityRoute } from '../../kit/entity-route.js';
import { Link } from '../../kit/link.js';
import { Select } from '../../kit/select.js';
import { texts } from './texts.js';

const { shared: words } = texts;

const useStyles = makeStyles({
  filters: { display: 'flex', gap: '8px', flexWrap: 'wrap', marginBottom: '12px', '& > *': { width: '200px' } },
});

const defaults: EntityListLayout = {
  displayed: ['title', 'type', 'owners', 'capability'],
  sort: { attributeId: 'title', direction: 'asc' },
  perPage: 10,
};
const order = defaults.displayed;
const types = ['dashboard', 'search', 'stream', 'event_definition', 'notification'];
const typeName = (type: string): string => type.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
const typeOptions = [
  { value: 'any', label: words.anyType },
  ...types.map((value) => ({ value, label: typeName(value) })),
];
const capabilityOptions = [
  { value: 'any', label: words.anyCapability },
  ...(['view', 'manage', 'own'] as const).map((value) => ({ value, label: words.capabilities[value] })),
];

type Shared = EntityDescriptor & { readonly capability: Capability | undefined };

export function SharedSection({ user }: { readonly user: User }): ReactNode {
  const styles = useStyles();
  const hasRoute = useHasRoute();
  const [type, setType] = useState('any');
  const [capability, setCapability] = useState('any');
  const query = useMemo(
    () => (client: Client, question: PageQuery) =>
      sharedEntitiesPageQuery(client, user.id, {
        ...question,
        ...(type !== 'any' && { entity_type: type }),
        ...(capability !== 'any' && { capability }),
      }),
    [user.id, type, capability],
  );
  const list = useEntityList({ id: 'shared-entities', defaults, query });
  const columns = useMemo(
    (): Readonly<Record<string, EntityColumn<Shared>>> => ({
      title: { weight: 2, render: (entity) => <Title entity={entity} hasRoute={hasRoute} /> },
      type: { render: (entity) => typeName(entity.type) },
      owners: { weight: 2, render: ({ owners }) => owners.map((owner) => ownerName(owner)).join(', ') },
      capability: { render: ({ capability: held }) => held && words.capabilities[held] },
    }),
    [hasRoute],
  );
  return (
    <Section title={words.page}>
      <div className={styles.filters}>
        <Select
          aria-label={words.type}
          options={typeOptions}
          value={type}
          onChange={(next) => {
            setType(next);
            list.send({ type: 'page.selected', page: 1 });
          }}
        />
        <Select
          aria-label={words.capability}
          options={capabilityOptions}
          value={capability}
          onChange={(next) => {
            setCapability(next);
            list.send({ type: 'page.selected', page: 1 });
          }}
        />
      </div>
      <EntityTable
        list={list}
        label={words.page}
        nameOf={({ title }) => title}
        columns={columns}
        order={order}
        search={{ label: words.search, fields: ['title'], examples: [['ops', 'the title contains “ops”']] }}
        empty={() => <EmptyState title={words.none} />}
        failedTitle={words.failed}
        failed={(reason) => words.loading(user.id, reason)}
      />
    </Section>
  );
}

const ownerName = ({ type, title }: Grantee): string => (type === 'global' ? words.everyone : title);

interface TitleProps {
  readonly entity: Shared;
  readonly hasRoute: (route: string) => boolean;
}

function Title({ entity, hasRoute }: TitleProps): ReactNode {
  const grn = parseGrn(entity.id);
  const route = grn && entityRoute(grn);
  return route !== undefined && hasRoute(route) ? <Link route={route}>{entity.title}</Link> : entity.title;
}
