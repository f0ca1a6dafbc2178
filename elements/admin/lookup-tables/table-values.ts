/** Converts the values of the form of a lookup table from and to the form of the API. */
import type { LookupTable } from '../../../api/contract/lookup.js';
import type { LookupTableBody } from '../../../api/contract/lookup.schema.js';
import type { FieldErrors } from '../../kit/form/use-form.js';
import { texts } from './texts.js';

type SingleType = 'STRING' | 'NUMBER' | 'BOOLEAN' | 'NULL';
type MultiType = 'OBJECT' | 'NULL';

export interface TableValues {
  readonly title: string;
  readonly description: string;
  readonly name: string;
  readonly hasSingle: boolean;
  readonly single: string;
  readonly singleType: SingleType;
  readonly hasMulti: boolean;
  readonly multi: string;
  readonly multiType: MultiType;
  readonly adapterId: string;
  readonly cacheId: string;
}

export const newTable: TableValues = {
  title: '',
  description: '',
  name: '',
  hasSingle: false,
  single: '',
  singleType: 'NULL',
  hasMulti: false,
  multi: '',
  multiType: 'NULL',
  adapterId: '',
  cacheId: '',
};

const singleTypes: readonly SingleType[] = ['STRING', 'NUMBER', 'BOOLEAN', 'NULL'];

export function tableValues(table: LookupTable): TableValues {
  const singleType = singleTypes.find((one) => one === table.default_single_value_type) ?? 'NULL';
  const multiType = table.default_multi_value_type === 'OBJECT' ? 'OBJECT' : 'NULL';
  return {
    title: table.title,
    description: table.description,
    name: table.name,
    hasSingle: singleType !== 'NULL',
    single: table.default_single_value,
    singleType,
    hasMulti: multiType !== 'NULL',
    multi: table.default_multi_value,
    multiType,
    adapterId: table.data_adapter_id,
    cacheId: table.cache_id,
  };
}

/** Returns the request body; a default value that is disabled is an empty text with the type `NULL`. */
export function tableBody(values: TableValues): LookupTableBody {
  const { title, description, name, hasSingle, single, singleType, hasMulti, multi, multiType } = values;
  return {
    title: title.trim(),
    description,
    name: name.trim(),
    cache_id: values.cacheId,
    data_adapter_id: values.adapterId,
    default_single_value: hasSingle ? single : '',
    default_single_value_type: hasSingle ? singleType : 'NULL',
    default_multi_value: hasMulti ? multi : '',
    default_multi_value_type: hasMulti ? multiType : 'NULL',
  };
}

/** Maps the names of fields in the server's errors to the names of fields in the form. */
export const serverNames = {
  default_single_value: 'single',
  default_multi_value: 'multi',
  cacheId: 'cacheId',
  cache_id: 'cacheId',
  dataAdapterId: 'adapterId',
  data_adapter_id: 'adapterId',
} as const;

const needed = (isMissing: boolean): string | undefined => (isMissing ? texts.required : undefined);

export const tableFaults = (values: TableValues): FieldErrors<TableValues> => ({
  title: needed(values.title.trim() === ''),
  name: needed(values.name.trim() === ''),
  single: needed(values.hasSingle && values.singleType !== 'STRING' && values.single.trim() === ''),
  singleType: needed(values.hasSingle && values.singleType === 'NULL'),
  multi: needed(values.hasMulti && values.multi.trim() === ''),
  multiType: needed(values.hasMulti && values.multiType === 'NULL'),
  adapterId: needed(values.adapterId === ''),
  cacheId: needed(values.cacheId === ''),
});
