/** Forms: `useForm` holds the state, `FormBox` and `FormDialog` show it, `Fields` lays out. */
export { Fields, FormBox, FormDialog, type FormBoxProps, type FormDialogProps } from './form.js';
export { useForm, type FieldErrors, type Form, type FormPlan } from './use-form.js';
export { AssignRow } from './assign-row.js';
export { BinaryInput, type BinaryInputProps } from './binary-input.js';
export { CodeField, type CodeFieldProps } from './code-field.js';
export { SecretField, type SecretFieldProps } from './secret-field.js';
export { DurationField, type DurationFieldProps } from './duration-field.js';
export { EntityPicker, type EntityPickerProps } from './entity-picker.js';
export { KeyValueTable, type KeyValueTableProps } from './key-value-table.js';
export { TimeZoneSelect, type TimeZoneSelectProps } from './time-zone-select.js';
