/**
 * Exports the management of saved searches and dashboards: lists, forms, favourites. Large parts are loaded on demand.
 */
import { lazyPart } from '../kit/lazy-part.js';

export const SaveForm = lazyPart(() => import('./save-form.js'), 'SaveForm');
export const LoadDialog = lazyPart(() => import('./load-dialog.js'), 'LoadDialog');
export const MetadataDialog = lazyPart(() => import('./metadata-dialog.js'), 'MetadataDialog');
export const ComparisonDialog = lazyPart(() => import('./comparison-dialog.js'), 'ComparisonDialog');
export const ConflictDialog = lazyPart(() => import('./conflict-dialog.js'), 'ConflictDialog');
export const NewDashboardDialog = lazyPart(() => import('./new-dashboard-dialog.js'), 'NewDashboardDialog');
export { FavoriteStar } from './favorite-star.js';
export { texts as viewTexts } from './texts.js';
export { useSaveOutcome } from './use-save-outcome.js';
export { useStartPageEntry } from './use-start-page.js';
export { handDashboard, handedDashboard, withoutHanded } from './handed-dashboard.js';
export { mayEditView } from './view-permissions.js';
export const ComputedFieldsDialog = lazyPart(
  () => import('./computed/computed-fields-dialog.js'),
  'ComputedFieldsDialog',
);
export const MarksDialog = lazyPart(() => import('../widgets/marks/marks-dialog.js'), 'MarksDialog');
export { useAlertMarksEntry } from './use-alert-marks-entry.js';
