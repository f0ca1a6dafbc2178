/**
 * Exports the parts of forms: `useForm` holds the state of a form, `FormBox` and `FormDialog` show a form, `Fields`
 * lays out its fields.
 */
export { Fields, FormBox, FormDialog, type FormBoxProps, type FormDialogProps } from './form.js';
export { useForm, type FieldErrors, type Form } from './use-form.js';
export { AssignRow } from './assign-row.js';
export { CodeField, type CodeFieldProps } from './code-field.js';
export { SecretField } from './secret-field.js';
export { AmountInput } from './amount-input.js';
export { PeriodInput } from './period-input.js';
export { EntityPicker } from './entity-picker.js';
export { KeyValueTable } from './key-value-table.js';
export { TimeZoneSelect } from './time-zone-select.js';
