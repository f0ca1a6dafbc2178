/**
 * Renders a section with the limit of time ranges and the options of the search page (screens/administration.md B1).
 */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { durationMs } from '../../../api/duration.js';
import { periodText } from '../../../machines/time-range/searches-config-form.js';
import { Details } from '../../kit/detail-page/index.js';
import { type } from '../../kit/tokens.js';
import { SearchesConfigDialog } from '../../search-configuration/index.js';
import { periodSummary } from './fields.js';
import { ConfigSection } from './stored-section.js';
import { texts } from './texts.js';

const { search: words } = texts;

const useStyles = makeStyles({
  options: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: '12px',
    rowGap: '2px',
    margin: 0,
  },
  period: { ...type.logSmall },
  label: { margin: 0 },
  fields: { ...type.logSmall },
});

export function SearchSection(): ReactNode {
  const styles = useStyles();
  const names = (fields: readonly string[]) => <span className={styles.fields}>{fields.join(', ') || texts.none}</span>;
  return (
    <ConfigSection
      config="searches"
      heading={words.heading}
      intro={words.intro}
      summary={(config) => (
        <Details
          rows={[
            [
              words.limit,
              durationMs(config.query_time_range_limit) === 0
                ? texts.off
                : periodSummary(config.query_time_range_limit),
            ],
            [words.relative, <Options key="options" options={config.relative_timerange_options} />],
            [words.surrounding, <Options key="options" options={config.surrounding_timerange_options} />],
            [words.refresh, <Options key="options" options={config.auto_refresh_timerange_options} />],
            [
              words.defaultRefresh,
              periodText(config.default_auto_refresh_option) ?? config.default_auto_refresh_option,
            ],
            [words.filterFields, names(config.surrounding_filter_fields)],
            [words.disabledFields, names(config.analysis_disabled_fields)],
          ]}
        />
      )}
      dialog={(config, onClose) => <SearchesConfigDialog config={config} onClose={onClose} />}
    />
  );
}

function Options({ options }: { readonly options: Readonly<Record<string, string>> }): ReactNode {
  const styles = useStyles();
  return (
    <dl className={styles.options}>
      {Object.entries(options).map(([period, label]) => (
        <Option key={period} period={period} label={label} />
      ))}
    </dl>
  );
}

function Option({ period, label }: { readonly period: string; readonly label: string }): ReactNode {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.period}>{period}</dt>
      <dd className={styles.label}>{label}</dd>
    </>
  );
}
