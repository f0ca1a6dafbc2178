/** Forms: `useForm` holds the state, `FormBox` and `FormDialog` show it, `Fields` lays out. */
export { Fields, FormBox, FormDialog, type FormBoxProps, type FormDialogProps } from './form.js';
export { useForm, type FieldErrors, type Form } from './use-form.js';
export { AssignRow } from './assign-row.js';
export { CodeField, type CodeFieldProps } from './code-field.js';
export { SecretField } from './secret-field.js';
export { DurationField } from './duration-field.js';
export { EntityPicker } from './entity-picker.js';
export { KeyValueTable } from './key-value-table.js';
export { TimeZoneSelect } from './time-zone-select.js';
