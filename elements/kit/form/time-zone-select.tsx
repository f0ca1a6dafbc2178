import { useMemo, type ReactNode } from 'react';
import { SearchSelect } from '../search-select.js';

export interface TimeZoneSelectProps {
  /** IANA name of the selected time zone; the empty text when none is selected. */
  readonly value: string;
  readonly onChange: (zone: string) => void;
  readonly placeholder?: string;
}

/** Renders a field that selects one of the browser's time zones; a value unknown to the browser is offered as well. */
export function TimeZoneSelect({ value, onChange, placeholder }: TimeZoneSelectProps): ReactNode {
  const options = useMemo(() => {
    const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(value === '' ? [] : [value])]);
    return [...names].map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
  }, [value]);
  return (
    <SearchSelect
      options={options}
      value={value === '' ? undefined : value}
      onChange={(zone) => onChange(zone ?? '')}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}
