/**
 * Renders active filters of a list as chips, and the button to add a filter (screens/dashboards-sharing-alerts.md §4
 * "Filters").
 */
import { makeStyles } from '@griffel/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { EntityAttribute } from '../../../api/contract/list.schema.js';
import { entityTitleQuery } from '../../../api/queries/catalogue.js';
import { withFilter, type ListFilter } from '../../../machines/entity-list.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../button.js';
import { formatDate } from '../format.js';
import { CloseIcon, FilterIcon } from '../icons.js';
import { lazyPart } from '../lazy-part.js';
import { Menu, type MenuEntry } from '../menu.js';
import { PopoverAt } from '../popover.js';
import { focusRing, tokens, type } from '../tokens.js';
import { tableTexts } from './texts.js';
import type { EntityList } from './use-entity-list.js';

const DateFilterForm = lazyPart(() => import('./date-filter-form.js'), 'DateFilterForm');
const SuggestionFilterForm = lazyPart(() => import('./suggestion-filter-form.js'), 'SuggestionFilterForm');

const useStyles = makeStyles({
  group: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap', minWidth: 0 },
  chip: {
    display: 'inline-flex',
    alignItems: 'center',
    height: '24px',
    maxWidth: '100%',
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.inset,
    ...type.body,
  },
  value: {
    minWidth: 0,
    height: '24px',
    padding: '0 4px 0 8px',
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderRadius: tokens.radius.control,
    ':hover': { backgroundColor: tokens.surface.pressed },
    ':focus-visible': focusRing,
  },
  name: { color: tokens.text.secondary },
  remove: {
    display: 'grid',
    placeItems: 'center',
    width: '22px',
    height: '24px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.radius.control,
    backgroundColor: 'transparent',
    color: tokens.text.tertiary,
    fontSize: '14px',
    ':hover': { backgroundColor: tokens.surface.pressed, color: tokens.text.primary },
    ':focus-visible': focusRing,
  },
});

/** Returns true if the values of a filter are entered in a form: dates, and entities that the server searches. */
const hasForm = ({ type: kind, related_collection: collection }: EntityAttribute): boolean =>
  kind === 'DATE' || collection !== undefined;

/** Returns true if a filter on the attribute is offered, that is, if it has a form or options for its values. */
const isOffered = (attribute: EntityAttribute): boolean =>
  attribute.filterable === true && (hasForm(attribute) || (attribute.filter_options?.length ?? 0) > 0);

interface EditedFilter {
  readonly attribute: EntityAttribute;
  readonly before: ListFilter | undefined;
  readonly target: HTMLElement;
}

export function Filters({ list }: { readonly list: EntityList<unknown> }): ReactNode {
  const styles = useStyles();
  const button = useRef<HTMLButtonElement>(null);
  const [edited, setEdited] = useState<EditedFilter>();
  const { client } = useConnection();
  const queryClient = useQueryClient();
  const { question } = list;
  const offered = list.attributes.filter(isOffered);
  if (offered.length === 0 && question.filters.length === 0) return null;
  const change = (before: ListFilter | undefined, after: ListFilter | undefined): void =>
    list.send({ type: 'filters.changed', filters: withFilter(question.filters, before, after) });

  const optionsOf = (attribute: EntityAttribute): readonly MenuEntry[] => {
    const taken = question.filters.filter((filter) => filter.attribute === attribute.id);
    const single = attribute.type === 'BOOLEAN' && taken.length > 0;
    return (attribute.filter_options ?? []).map(({ value, title }) => ({
      key: `${attribute.id} ${value}`,
      label: title,
      disabled: single || taken.some((filter) => filter.value === value),
      ...(single && { disabledReason: tableTexts.oneValueOnly }),
      onSelect: () => change(undefined, { attribute: attribute.id, value }),
    }));
  };
  const entries: MenuEntry[] = offered.map((attribute) =>
    hasForm(attribute)
      ? {
          key: attribute.id,
          label: attribute.title,
          onSelect: () => button.current && setEdited({ attribute, before: undefined, target: button.current }),
        }
      : { kind: 'group', label: attribute.title, entries: optionsOf(attribute) },
  );
  const edit = (attribute: EntityAttribute, before: ListFilter, target: HTMLElement): void => {
    // A filter on an attribute that is not filterable can only be removed.
    if (attribute.filterable !== true) return change(before, undefined);
    if (hasForm(attribute)) return setEdited({ attribute, before, target });
    const options = attribute.filter_options ?? [];
    if (attribute.type !== 'BOOLEAN') return change(before, undefined);
    const other = options.find(({ value }) => value !== before.value);
    if (other) change(before, { attribute: attribute.id, value: other.value });
  };
  /** Returns the position of the first filter on the same attribute, so that sorting makes such filters adjacent. */
  const placeOf = ({ attribute }: ListFilter): number =>
    question.filters.findIndex((filter) => filter.attribute === attribute);
  const grouped = question.filters.toSorted((one, other) => placeOf(one) - placeOf(other));
  return (
    <span className={styles.group}>
      {offered.length > 0 && (
        <Menu label={tableTexts.filterBy} entries={entries}>
          <Button ref={button} appearance="subtle" icon={<FilterIcon />}>
            {tableTexts.addFilter}
          </Button>
        </Menu>
      )}
      {grouped.map((filter) => {
        // The address may contain a filter on an unknown attribute, which applies but is not shown.
        const attribute = list.attributes.find(({ id }) => id === filter.attribute);
        if (!attribute) return null;
        return (
          <FilterChip
            key={`${filter.attribute} ${filter.value}`}
            attribute={attribute}
            filter={filter}
            onEdit={(target) => edit(attribute, filter, target)}
            onRemove={() => change(filter, undefined)}
          />
        );
      })}
      {edited && (
        <PopoverAt
          label={`${tableTexts.filterBy} ${edited.attribute.title}`}
          target={edited.target}
          trapFocus
          onClose={() => setEdited(undefined)}
        >
          {(close) => {
            const { attribute, before } = edited;
            const apply = (value: string): void => change(before, { attribute: attribute.id, value });
            const collection = attribute.related_collection;
            if (attribute.type === 'DATE' || collection === undefined)
              return (
                <DateFilterForm value={before?.value} onApply={(value) => (apply(value), close())} onCancel={close} />
              );
            return (
              <SuggestionFilterForm
                what={attribute.title}
                collection={collection}
                taken={question.filters.flatMap((filter) => (filter.attribute === attribute.id ? filter.value : []))}
                several={before === undefined}
                onPick={({ id, value: title }, goesOn) => {
                  queryClient.setQueryData(entityTitleQuery(client, collection, id).queryKey, title);
                  apply(id);
                  if (!goesOn) close();
                }}
              />
            );
          }}
        </PopoverAt>
      )}
    </span>
  );
}

interface FilterChipProps {
  readonly attribute: EntityAttribute;
  readonly filter: ListFilter;
  readonly onEdit: (target: HTMLElement) => void;
  readonly onRemove: () => void;
}

function FilterChip({ attribute, filter, onEdit, onRemove }: FilterChipProps): ReactNode {
  const styles = useStyles();
  const { timezone } = useHostElement();
  const title = useFilterTitle(attribute, filter.value);
  const value = attribute.type === 'DATE' ? rangeText(filter.value, timezone) : title;
  const what = `${attribute.title}: ${value}`;
  return (
    <span className={styles.chip}>
      <button
        type="button"
        className={styles.value}
        aria-label={tableTexts.editFilter(what)}
        onClick={(event) => onEdit(event.currentTarget)}
      >
        <span className={styles.name}>{attribute.title}:</span> {value}
      </button>
      <button type="button" className={styles.remove} aria-label={tableTexts.removeFilter(what)} onClick={onRemove}>
        <CloseIcon />
      </button>
    </span>
  );
}

/** Returns the title of a filter value: the title of its option, or of the entity whose id the value is. */
function useFilterTitle({ filter_options: options, related_collection: collection }: EntityAttribute, value: string) {
  const { client } = useConnection();
  const { data, isLoading } = useQuery({
    ...entityTitleQuery(client, collection ?? '', value),
    enabled: collection !== undefined,
  });
  if (collection === undefined) return options?.find((option) => option.value === value)?.title ?? value;
  if (isLoading) return tableTexts.loadingTitle;
  // The id is shown for an entity that was deleted or may not be read.
  return data || value;
}

function rangeText(value: string, zone: string): string {
  const [from = '', until = ''] = value.split('><');
  const text = (instant: string, otherwise: string): string =>
    instant === '' ? otherwise : formatDate(instant, zone, 'default');
  return `${text(from, tableTexts.allTime)} – ${text(until, tableTexts.now)}`;
}
