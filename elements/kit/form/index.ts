/** Forms: `useForm` holds the state, `FormBox` and `FormDialog` show it, `Fields` lays out. */
export { Fields, FormBox, FormDialog, type FormBoxProps, type FormDialogProps } from './form.js';
export { useForm, type FieldErrors, type Form, type FormPlan } from './use-form.js';
export { AssignRow } from './assign-row.js';
export { TimeZoneSelect, type TimeZoneSelectProps } from './time-zone-select.js';
