/** The administrator's settings of searching, in a dialog: limit, presets, refresh (spec 2 §3; screens/administration.md B1). */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { searchesConfigClass, type SearchesConfig } from '../../api/contract/cluster-config.js';
import { saveClusterConfigMutation } from '../../api/queries/cluster-config.js';
import { ApiFailure } from '../../api/failures.js';
import {
  configOfForm,
  defaultRefreshOf,
  errorsOfConfig,
  formOfConfig,
  hasConfigErrors,
  normalPeriod,
  optionLists,
  periodText,
  withLimit,
  withOption,
  withOptionAdded,
  withoutOption,
} from '../../machines/time-range/searches-config-form.js';
import { useConnection } from '../element/connection-context.js';
import { Button } from '../kit/button.js';
import { Checkbox } from '../kit/checkbox.js';
import { Dialog } from '../kit/dialog.js';
import { useToasts } from '../kit/feedback.js';
import { Field } from '../kit/field.js';
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
  form: { display: 'flex', flexDirection: 'column', gap: `${space.xxl}px` },
  limit: { display: 'flex', flexDirection: 'column', gap: `${space.m}px` },
  help: { margin: 0, ...type.body, color: tokens.text.secondary },
});

export function SearchesConfigDialog({ config, onClose }: SearchesConfigDialogProps) {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const [form, setForm] = useState(() => formOfConfig(config));
  const errors = errorsOfConfig(form);
  const wrong = hasConfigErrors(errors);
  const { mutate, isPending } = useMutation(saveClusterConfigMutation(client, queryClient, searchesConfigClass));
  const save = (): void => {
    if (wrong || isPending) return;
    mutate(
      { ...configOfForm(form, config) },
      {
        onSuccess: () => {
          toast('success', texts.saved, texts.savedTitle);
          onClose();
        },
        onError: (failure) => {
          const reason = failure instanceof ApiFailure ? (failure.serverMessage ?? failure.message) : String(failure);
          toast('error', texts.failed(reason), texts.failedTitle);
        },
      },
    );
  };
  const options = form.refresh
    .filter((row) => errors.refresh[row.id] === undefined)
    .map(({ period, label }) => ({ value: normalPeriod(period), label }));
  return (
    <Dialog
      open
      alert
      size="medium"
      title={texts.title}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button appearance="primary" type="submit" busy={isPending} disabled={wrong}>
            {texts.save}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.help}>{texts.everybody}</p>
        <div className={styles.limit}>
          <Checkbox
            label={texts.limit}
            checked={form.limited}
            onChange={(limited) => setForm(withLimit(form, limited))}
          />
          {form.limited && (
            <Field label={texts.limitLabel} help={texts.limitHelp(periodText(form.limit))} error={errors.limit}>
              <Input
                mono
                spellCheck={false}
                autoComplete="off"
                value={form.limit}
                onChange={(limit) => setForm({ ...form, limit: limit.toUpperCase() })}
              />
            </Field>
          )}
        </div>
        {optionLists.map((list) => (
          <OptionListEditor
            key={list}
            title={texts.lists[list]}
            rows={form[list]}
            errors={errors[list]}
            error={list === 'refresh' ? errors.noRefresh : undefined}
            onChange={(row) => setForm(withOption(form, list, row))}
            onAdd={() => setForm(withOptionAdded(form, list))}
            onRemove={(id) => setForm(withoutOption(form, list, id))}
          />
        ))}
        <Field label={texts.defaultRefresh}>
          <Select
            options={options}
            value={defaultRefreshOf(form)}
            onChange={(defaultRefresh) => setForm({ ...form, defaultRefresh })}
          />
        </Field>
        <Field label={texts.filterFields} help={texts.filterFieldsHelp} error={errors.filterFields}>
          <Input mono value={form.filterFields} onChange={(filterFields) => setForm({ ...form, filterFields })} />
        </Field>
        <Field label={texts.disabledFields} help={texts.disabledFieldsHelp} error={errors.disabledFields}>
          <Input mono value={form.disabledFields} onChange={(disabledFields) => setForm({ ...form, disabledFields })} />
        </Field>
      </div>
    </Dialog>
  );
}
