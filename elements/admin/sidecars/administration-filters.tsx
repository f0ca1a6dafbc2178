/** Renders the filters of the administration list: searchable drop-downs, and active filters as removable tags. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { CollectorSummary, ConfigurationSummary } from '../../../api/contract/sidecars.schema.js';
import { operatingSystems } from '../../../api/contract/sidecar-systems.js';
import { Button } from '../../kit/button.js';
import { Chip } from '../../kit/chip.js';
import { SearchSelect } from '../../kit/search-select.js';
import { container } from '../../kit/tokens.js';
import { pageTexts } from './page-texts.js';
import { asStatus, stateWords, systemName } from './state.js';

const words = pageTexts.administration;

type SidecarFilterName = keyof typeof words.filters;
export type SidecarFilters = { readonly [Name in SidecarFilterName]?: string };

const useStyles = makeStyles({
  filters: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    [container.compact]: { flexGrow: 1 },
  },
  select: { width: '170px', [container.compact]: { flexGrow: 1, flexBasis: '120px', width: 'auto' } },
});

export interface AdministrationFiltersProps {
  readonly collectors: readonly CollectorSummary[];
  readonly configurations: readonly ConfigurationSummary[];
  readonly filters: SidecarFilters;
  readonly onFilters: (filters: Record<string, string>) => void;
}

export function AdministrationFilters(props: AdministrationFiltersProps): ReactNode {
  const { collectors, configurations, filters, onFilters } = props;
  const styles = useStyles();
  const options: Readonly<Record<SidecarFilterName, readonly { readonly value: string; readonly label: string }[]>> = {
    collector: collectors.map(({ id, name, node_operating_system: os }) => ({
      value: id,
      label: `${name} on ${systemName(os)}`,
    })),
    configuration: configurations.map(({ id, name }) => ({ value: id, label: name })),
    os: operatingSystems.map((os) => ({ value: os, label: systemName(os) })),
    status: ['0', '2', '3', '1'].map((code) => ({ value: code, label: stateWords[asStatus(Number(code))] })),
  };
  const names = Object.keys(words.filters) as SidecarFilterName[];
  const set = (name: SidecarFilterName, value: string | undefined): void => {
    const { [name]: _before, ...others } = filters;
    onFilters({ ...others, ...(value !== undefined && { [name]: value }) });
  };
  const active = names.flatMap((name) => {
    const value = filters[name];
    return value === undefined
      ? []
      : [{ name, label: options[name].find((one) => one.value === value)?.label ?? value }];
  });
  return (
    <div className={styles.filters} role="group" aria-label={words.active}>
      {names.map((name) => (
        <SearchSelect
          key={name}
          className={styles.select}
          label={words.filters[name]}
          placeholder={words.filters[name]}
          options={options[name]}
          value={filters[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
      {active.map(({ name, label }) => (
        <Chip key={name} label={`${words.filters[name]}: ${label}`} onRemove={() => set(name, undefined)}>
          {words.filters[name]}: {label}
        </Chip>
      ))}
      {active.length > 0 && (
        <Button size="small" appearance="subtle" onClick={() => onFilters({})}>
          {words.clear}
        </Button>
      )}
    </div>
  );
}
