/** Forms that store one configuration class. */
export { ConfigDialog } from './config-dialog.js';
export { useConfigForm } from './use-config-form.js';
export { configFormTexts } from './texts.js';
