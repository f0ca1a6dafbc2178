/**
 * Exports the widget area of a view: grid, widget actions, editors. Searches and dashboards use the same area; where
 * they differ, its behaviour depends on the type of the view.
 */
export { CopyToDashboardDialog } from './area-dialogs.js';
export { creatorEntries, widgetCreators, type WidgetCreator } from './creators.js';
export { ComputedFieldsContext, useFieldTypes } from './field-types.js';
export { UncomputedFields, useViewClient, ViewFields } from './view-fields.js';
/** Loads the code that computes filtered metrics and formulas. */
export const loadComputation = () => import('./widget/computed-widget.js');
export { foldsChart } from './fold-memory.js';
export { asSeen } from './seen-stacking.js';
export { LinkedListContext, type LinkedList } from './linked-list.js';
export { listOf } from './list-memory.js';
export { lookingOnly, madeQueries, useAreaInteractions } from './interactions.js';
export { hasMessageTable, ViewArea, type AreaLayout } from './view-area.js';
export { refreshInput, useReportedRefresh as useToldRefresh } from './use-reported-refresh.js';
export { totalOf, useOpening, useView, viewOpened, type ViewPageActor } from './view-page.js';
export { useShownTitle, variableWords } from './shown-title.js';
export { LateAlertMarks } from './alert-marks.js';
export { pictureTexts, usePicture } from './picture/use-picture.js';
export { SharedErrors } from './shared-errors.js';
export { gapPx, rowPx } from './grid/grid-measures.js';
export { WidgetWait } from './grid/widget-wait.js';
export { findEarlier } from './widget/find-earlier.js';
export { useAtResult } from './widget/use-at-result.js';
export { useInTurn } from './widget/use-in-turn.js';
export { WidgetView } from './widget/widget-view.js';
export { queryErrorText } from './query-error-text.js';
export { followWidgets, useWidgetTroubles } from './widget-troubles.js';
