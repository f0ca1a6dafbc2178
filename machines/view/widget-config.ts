/**
 * Configurations of widgets by their types. The API does not relate the configuration of a widget to the type of the
 * widget, so the functions cast it. The casts are correct, because `repair.ts` checks the members of the configurations
 * of every view that is opened.
 */
import type { AggregationConfig, MessageTableConfig, Widget } from '../../api/contract/views.schema.js';

/** Returns the configuration of an aggregation widget. Cast: `repair.ts` has checked the members. */
export const aggregationOf = ({ config }: Pick<Widget, 'config'>): AggregationConfig => config as AggregationConfig;

/** Returns the configuration of a message table. Cast: `repair.ts` has checked the members. */
export const messageTableOf = ({ config }: Pick<Widget, 'config'>): MessageTableConfig => config as MessageTableConfig;
