/** Exports the forms that store a configuration class of the server. */
export { ConfigDialog } from './config-dialog.js';
export { useConfigForm } from './use-config-form.js';
export { configFormTexts } from './texts.js';
