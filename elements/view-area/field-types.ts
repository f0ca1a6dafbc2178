/** Fields of the searched messages, with their types. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FieldType } from '../../api/contract/searches.js';
import { fieldsQuery } from '../../api/queries/fields.js';
import { askableRange } from '../../machines/time-range/fault.js';
import type { QueryDraft } from '../../machines/view/document.js';
import { isReservedField } from '../../machines/view/listed-fields.js';
import { useConnection } from '../element/connection-context.js';

export interface FieldTypes {
  readonly list: readonly FieldType[] | undefined;
  readonly typeOf: (name: string) => FieldType['type'] | undefined;
  /**
   * Tells that searches cannot find a field although messages have it, because the index had reached its field limit.
   */
  readonly isLeftOut: (name: string) => boolean;
}

/** Largest number of fields in an index. While fewer are known, the limit cannot be the reason for an unknown field. */
const mostOfIndex = 1000;

/** Requests the field types after the first result, so that they do not compete with the search. */
export function useFieldTypes(
  { streams, timeRange }: Pick<QueryDraft, 'streams' | 'timeRange'>,
  enabled: boolean,
): FieldTypes {
  const { client } = useConnection();
  const { data } = useQuery({
    ...fieldsQuery(client, streams, askableRange(timeRange)),
    enabled,
    placeholderData: (before) => before,
  });
  return useMemo(() => {
    const types = new Map(data?.map(({ name, type }) => [name, type]));
    const full = types.size >= mostOfIndex;
    return {
      list: data,
      typeOf: (name) => types.get(name),
      isLeftOut: (name) => full && !types.has(name) && !isReservedField(name),
    };
  }, [data]);
}
