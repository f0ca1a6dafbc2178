/** The fields of what was searched, with their types. */
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
  /** Tells that searches cannot find the field although messages have it: their index had reached its limit of fields. */
  readonly isLeftOut: (name: string) => boolean;
}

/** Largest number of fields in an index. When fewer are known, an unknown field must be new. */
const mostOfIndex = 1000;

/** Asked for once there is a result, so that nothing competes with the search. */
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
