import type { AggregationConfig } from '../../../api/contract/views.schema.js';

/** Sets the colour of one name in a configuration (spec 2 §4); other formatting settings stay. */
export function withChartColor(config: AggregationConfig, name: string, color: string): AggregationConfig {
  const others = (config.formatting_settings?.chart_colors ?? []).filter((one) => one.field_name !== name);
  const chart_colors = [...others, { field_name: name, chart_color: color }];
  return { ...config, formatting_settings: { ...config.formatting_settings, chart_colors } };
}
