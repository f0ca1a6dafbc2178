/**
 * Renders a field that selects one stored entity, such as a stream; the server searches the entities while the user
 * types.
 */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { entitySuggestionsQuery, entityTitleQuery } from '../../../api/queries/catalogue.js';
import { useConnection } from '../../element/connection-context.js';
import { SearchSelect } from '../search-select.js';
import { laterKitTexts } from '../later-texts.js';
import { useDebounced } from '../use-debounced.js';

/** Milliseconds between the last keystroke and the request for suggestions. */
const askAfterMs = 250;
/** Number of entities offered at once. */
const perPage = 50;

export interface EntityPickerProps {
  /** Name of the collection: `streams`, `index_sets`, `dashboards` … */
  readonly collection: string;
  /** Id of the selected entity. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  readonly placeholder?: string;
}

export function EntityPicker({ collection, value, onChange, placeholder }: EntityPickerProps): ReactNode {
  const { client } = useConnection();
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed.trim(), askAfterMs);
  const found = useQuery(entitySuggestionsQuery(client, { collection, text, page: 1, perPage }));
  const options = (found.data?.suggestions ?? []).map(({ id, value: title }) => ({ value: id, label: title }));
  const offered = options.some((option) => option.value === value);
  const own = useQuery({
    ...entityTitleQuery(client, collection, value ?? ''),
    enabled: value !== undefined && found.isFetched && !offered,
  });
  // The id is shown instead of a title if the entity cannot be read or was deleted.
  const shownAs = own.data === undefined ? '' : own.data || value;
  return (
    <SearchSelect
      options={options}
      value={value}
      onChange={onChange}
      onType={setTyped}
      shownAs={shownAs}
      loading={found.isPending}
      placeholder={placeholder ?? laterKitTexts.select}
    />
  );
}
