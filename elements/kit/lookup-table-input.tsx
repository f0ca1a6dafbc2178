/**
 * Renders a field for the name of a lookup table: a select, or a text field when there is no list of tables to choose
 * from.
 */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { allLookupTablesQuery } from '../../api/queries/lookup.js';
import { useConnection, usePermission } from '../element/connection-context.js';
import { Input } from './input.js';
import { Select } from './select.js';

export interface LookupTableInputProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
}

export function LookupTableInput({ value, onChange }: LookupTableInputProps): ReactNode {
  const { client } = useConnection();
  const mayRead = usePermission('lookuptables:read');
  const { data } = useQuery({ ...allLookupTablesQuery(client), enabled: mayRead, retry: false });
  if (!data || data.length === 0) return <Input value={value} onChange={onChange} />;
  const options = data.map(({ name, title }) => ({ value: name, label: `${title} (${name})` }));
  const known = value === '' || options.some((option) => option.value === value);
  return (
    <Select
      options={known ? options : [...options, { value, label: value }]}
      value={value === '' ? undefined : value}
      placeholder="…"
      onChange={onChange}
    />
  );
}
