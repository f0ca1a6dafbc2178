/** Exports the URL whitelist in forms: the dialog to edit it, and the field for an address that must be listed. */
export { AllowListDialog } from './lazy-allow-list-dialog.js';
export { UrlField } from './url-field.js';
