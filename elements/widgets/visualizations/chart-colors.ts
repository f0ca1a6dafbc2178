import type { AggregationConfig } from '../../../api/contract/views.schema.js';

/** Returns the configuration with another colour for a name (spec 2 §4); other formatting settings stay unchanged. */
export function withChartColor(config: AggregationConfig, name: string, color: string): AggregationConfig {
  const others = (config.formatting_settings?.chart_colors ?? []).filter((one) => one.field_name !== name);
  const chart_colors = [...others, { field_name: name, chart_color: color }];
  return { ...config, formatting_settings: { ...config.formatting_settings, chart_colors } };
}
