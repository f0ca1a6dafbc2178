/** Stored configurations by class (contract/administration.json ClusterConfig, search K1–K3). */
import { Type, type Static } from '@sinclair/typebox';

export * from './cluster-config-classes.js';

export const ClusterConfigBody = Type.Record(Type.String(), Type.Unknown());
export type ClusterConfigBody = Static<typeof ClusterConfigBody>;

/** Option maps: ISO period → label, in their order. */
export interface SearchesConfig {
  /** `PT0S`: no limit. */
  query_time_range_limit: string;
  relative_timerange_options: Record<string, string>;
  surrounding_timerange_options: Record<string, string>;
  surrounding_filter_fields: string[];
  analysis_disabled_fields: string[];
  auto_refresh_timerange_options: Record<string, string>;
  default_auto_refresh_option: string;
}
export interface SharingConfig {
  allow_sharing_with_everyone: boolean;
  allow_sharing_with_users: boolean;
}
export interface UserConfig {
  enable_global_session_timeout: boolean;
  /** ISO 8601 duration. */
  global_session_timeout_interval: string;
}

export const UrlAllowList = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: Type.String(),
      type: Type.Union([Type.Literal('literal'), Type.Literal('regex')]),
      title: Type.String(),
      value: Type.String(),
    }),
  ),
  disabled: Type.Boolean(),
});
export type UrlAllowList = Static<typeof UrlAllowList>;

export const MessageProcessorsConfig = Type.Object({
  processor_order: Type.Array(Type.Object({ name: Type.String(), class_name: Type.String() })),
  disabled_processors: Type.Array(Type.String()),
});
export type MessageProcessorsConfig = Static<typeof MessageProcessorsConfig>;
