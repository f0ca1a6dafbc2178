import type { AggregationConfig } from '../../../api/contract/views.schema.js';

/** The configuration with the colour of one name (spec 2 §4); what else is formatted stays. */
export function withChartColor(config: AggregationConfig, name: string, color: string): AggregationConfig {
  const others = (config.formatting_settings?.chart_colors ?? []).filter((one) => one.field_name !== name);
  const chart_colors = [...others, { field_name: name, chart_color: color }];
  return { ...config, formatting_settings: { ...config.formatting_settings, chart_colors } };
}
