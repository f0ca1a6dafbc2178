/**
 * Renders a dialog with the administrator's search settings: range limit, presets, refresh intervals (spec 2 §3;
 * screens/administration.md B1).
 */
import { makeStyles } from '@griffel/react';
import type { SearchesConfig } from '../../api/contract/cluster-config.js';
import {
  configOfForm,
  defaultRefreshOf,
  errorsOfConfig,
  fieldErrorsOfConfig,
  formOfConfig,
  normalPeriod,
  optionLists,
  periodText,
  withLimit,
  withOption,
  withOptionAdded,
  withoutOption,
  type OptionList,
  type SearchesConfigForm,
} from '../../machines/time-range/searches-config-form.js';
import { Checkbox } from '../kit/checkbox.js';
import { ConfigDialog, useConfigForm } from '../kit/config-form/index.js';
import { Field } from '../kit/field.js';
import { PeriodInput } from '../kit/form/index.js';
import { Input } from '../kit/input.js';
import { Select } from '../kit/select.js';
import { space, tokens, type } from '../kit/tokens.js';
import { OptionListEditor } from './option-list.js';
import { configurationTexts as texts } from './texts.js';

export interface SearchesConfigDialogProps {
  readonly config: SearchesConfig;
  readonly onClose: () => void;
}

const useStyles = makeStyles({
  limit: { display: 'flex', flexDirection: 'column', gap: `${space.m}px` },
  help: { margin: 0, ...type.body, color: tokens.text.secondary },
});

const serverNames = {
  query_time_range_limit: 'limit',
  relative_timerange_options: 'relative',
  surrounding_timerange_options: 'surrounding',
  auto_refresh_timerange_options: 'refresh',
  default_auto_refresh_option: 'defaultRefresh',
  surrounding_filter_fields: 'filterFields',
  analysis_disabled_fields: 'disabledFields',
  allow_leading_wildcard_searches: 'leadingWildcards',
} as const;

export function SearchesConfigDialog({ config, onClose }: SearchesConfigDialogProps) {
  const styles = useStyles();
  const form = useConfigForm<'searches', SearchesConfigForm>({
    key: 'searches',
    stored: config,
    valuesOf: formOfConfig,
    bodyOf: configOfForm,
    check: fieldErrorsOfConfig,
    serverNames,
    onClose,
  });
  const { values, set, field } = form;
  const errors = errorsOfConfig(values);
  const setList = (list: OptionList, changed: SearchesConfigForm): void => set({ [list]: changed[list] });
  const options = values.refresh
    .filter((row) => errors.refresh[row.id] === undefined)
    .map(({ period, label }) => ({ value: normalPeriod(period), label }));
  return (
    <ConfigDialog form={form} title={texts.title} onClose={onClose}>
      <p className={styles.help}>{texts.everybody}</p>
      <div className={styles.limit}>
        <Checkbox
          label={texts.limit}
          checked={values.limited}
          onChange={(limited) => set({ limited, limit: withLimit(values, limited).limit })}
        />
        {values.limited && (
          <Field label={texts.limitLabel} help={texts.limitHelp(periodText(values.limit))} {...field('limit')}>
            <PeriodInput value={values.limit} onChange={(limit) => set({ limit })} />
          </Field>
        )}
      </div>
      {optionLists.map((list) => (
        <OptionListEditor
          key={list}
          title={texts.lists[list]}
          rows={values[list]}
          errors={errors[list]}
          // Problems of single rows are shown beside the rows while typing, so the list error is left out then.
          error={Object.keys(errors[list]).length === 0 ? field(list).error : undefined}
          onChange={(row) => setList(list, withOption(values, list, row))}
          onAdd={() => setList(list, withOptionAdded(values, list))}
          onRemove={(id) => setList(list, withoutOption(values, list, id))}
        />
      ))}
      <Field label={texts.defaultRefresh} {...field('defaultRefresh')}>
        <Select
          options={options}
          value={defaultRefreshOf(values)}
          onChange={(defaultRefresh) => set({ defaultRefresh })}
        />
      </Field>
      <Field label={texts.filterFields} required help={texts.filterFieldsHelp} {...field('filterFields')}>
        <Input mono value={values.filterFields} onChange={(filterFields) => set({ filterFields })} />
      </Field>
      <Field label={texts.disabledFields} required help={texts.disabledFieldsHelp} {...field('disabledFields')}>
        <Input mono value={values.disabledFields} onChange={(disabledFields) => set({ disabledFields })} />
      </Field>
      {values.leadingWildcards !== undefined && (
        <Checkbox
          label={texts.leadingWildcards}
          checked={values.leadingWildcards}
          onChange={(leadingWildcards) => set({ leadingWildcards })}
        />
      )}
    </ConfigDialog>
  );
}
