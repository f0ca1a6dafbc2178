import { makeStyles } from '@griffel/react';
import { useMemo, type ReactNode } from 'react';
import type { FieldType } from '../../api/contract/searches.js';
import { exportFormats, type ExportFormat } from '../../api/queries/exports.js';
import { exportLimitOf, type ExportContext, type ExportEvent } from '../../machines/export.js';
import { Button } from '../kit/button.js';
import { Field } from '../kit/field.js';
import { Input } from '../kit/input.js';
import { Select } from '../kit/select.js';
import { SortableFields } from '../kit/sortable-fields.js';
import { tokens, type } from '../kit/tokens.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  note: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '6px', margin: 0 },
  text: { margin: 0, color: tokens.text.secondary, ...type.body, overflowWrap: 'anywhere' },
  narrow: { maxWidth: '200px' },
});

export interface ExportSettingsProps {
  readonly context: ExportContext;
  /** Available fields. */
  readonly known: readonly FieldType[];
  readonly loading: boolean;
  /** True if the server can export the newest messages up to a limit, and not only the oldest. */
  readonly endsChoosable: boolean;
  readonly onEvent: (event: ExportEvent) => void;
}

const formatOptions = (Object.keys(exportFormats) as ExportFormat[]).map((value) => ({
  value,
  label: texts.formats[value],
}));

const endOptions = (['oldest', 'newest'] as const).map((value) => ({ value, label: texts.ends[value] }));

/** Renders a form for fields, format and number of exported messages. */
export function ExportSettings({ context, known, loading, endsChoosable, onEvent }: ExportSettingsProps): ReactNode {
  const styles = useStyles();
  const { input, table, fields, limit, newest, format } = context;
  const most = exportLimitOf(limit);
  const options = useMemo(
    () =>
      known
        .map(({ name, type: { type: kind } }) => ({ value: name, label: name, note: kind }))
        .sort((left, right) => left.label.localeCompare(right.label, 'en')),
    [known],
  );
  return (
    <>
      <div className={styles.note}>
        <p className={styles.text}>{table ? texts.basedOn(table.title) : texts.wholeSearch}</p>
        {input.tables.length > 1 && (
          <Button size="small" onClick={() => onEvent({ type: 'table.reselected' })}>
            {texts.reselect}
          </Button>
        )}
      </div>
      <Field label={texts.format}>
        <Select
          options={formatOptions}
          value={format}
          onChange={(chosen) => onEvent({ type: 'format.chosen', format: chosen })}
        />
      </Field>
      <Field
        group
        label={texts.fields}
        help={texts.fieldsHelp}
        error={fields.length === 0 ? texts.fieldsMissing : undefined}
      >
        <SortableFields
          label={texts.fields}
          fields={fields}
          options={options}
          loading={loading}
          onChange={(changed) => onEvent({ type: 'fields.changed', fields: changed })}
        />
      </Field>
      <Field
        label={texts.limit}
        optional
        help={endsChoosable ? texts.limitHelp : texts.limitHelpOldest}
        error={Number.isNaN(most ?? 1) ? texts.limitWrong : undefined}
      >
        <Input
          type="number"
          min={1}
          step={1}
          inputMode="numeric"
          className={styles.narrow}
          value={limit}
          onChange={(typed) => onEvent({ type: 'limit.changed', limit: typed })}
        />
      </Field>
      {endsChoosable && most !== undefined && (
        <Field label={texts.end}>
          <Select
            options={endOptions}
            value={newest ? 'newest' : 'oldest'}
            onChange={(end) => onEvent({ type: 'end.chosen', newest: end === 'newest' })}
          />
        </Field>
      )}
    </>
  );
}
