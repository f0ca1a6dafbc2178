/** The URL whitelist in forms: the dialog that changes it, and the field of an address that it must allow. */
export { AllowListDialog } from './lazy-allow-list-dialog.js';
export { UrlField } from './url-field.js';
