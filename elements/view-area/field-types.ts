/** Provides the fields of the searched messages, with their types. */
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import type { FieldType } from '../../api/contract/searches.js';
import { fieldsQuery } from '../../api/queries/fields.js';
import { askableRange } from '../../machines/time-range/fault.js';
import type { QueryDraft } from '../../machines/view/document.js';
import { isReservedField } from '../../machines/view/listed-fields.js';
import { readLook } from '../../machines/view/widget-looks.js';
import { useConnection } from '../element/connection-context.js';

export interface FieldTypes {
  readonly list: readonly FieldType[] | undefined;
  readonly typeOf: (name: string) => FieldType['type'] | undefined;
  /**
   * Returns true if searches probably cannot find the field although messages have it, because the index had reached
   * its field limit.
   */
  readonly isLeftOut: (name: string) => boolean;
}

const noFields: readonly FieldType[] = [];

/** Fields of the shown view that the server computes during a search. */
export const ComputedFieldsContext = createContext(noFields);

/**
 * Returns the computed fields of a page with their types.
 * @param definitions definitions by field name, as JSON texts (machines/computed-fields.ts); an unreadable text counts
 * as a definition of a text field
 */
export function useComputedTypes(definitions: Readonly<Record<string, string>> | undefined): readonly FieldType[] {
  return useMemo(
    () =>
      definitions
        ? Object.entries(definitions).map(([name, text]): FieldType => {
            const isNumber = readLook(text)['number'] === true;
            return {
              name,
              type: {
                type: isNumber ? 'double' : 'string',
                properties: isNumber ? ['numeric', 'enumerable'] : ['enumerable'],
                index_names: [],
              },
            };
          })
        : noFields,
    [definitions],
  );
}

/**
 * Maximum number of fields in an index. If fewer fields are known, the limit cannot be the reason that a field is not
 * among them.
 */
const mostOfIndex = 1000;

/**
 * Returns the fields of the given streams and time range, and the computed fields of the page. The fields are requested
 * once `enabled` is true, so that the request does not compete with the search; until they arrive, earlier fields are
 * returned, if any.
 */
export function useFieldTypes(
  { streams, timeRange }: Pick<QueryDraft, 'streams' | 'timeRange'>,
  enabled: boolean,
): FieldTypes {
  const { client } = useConnection();
  const computed = useContext(ComputedFieldsContext);
  const { data: stored } = useQuery({
    ...fieldsQuery(client, streams, askableRange(timeRange)),
    enabled,
    placeholderData: (before) => before,
  });
  return useMemo(() => {
    const data = stored && [...stored, ...computed.filter(({ name }) => !stored.some((one) => one.name === name))];
    const types = new Map(data?.map(({ name, type }) => [name, type]));
    const full = types.size >= mostOfIndex;
    return {
      list: data,
      typeOf: (name) => types.get(name),
      isLeftOut: (name) => full && !types.has(name) && !isReservedField(name),
    };
  }, [stored, computed]);
}
