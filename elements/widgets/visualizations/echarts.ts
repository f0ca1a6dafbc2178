/**
 * The parts of the chart library that every chart with axes needs; each visualization registers its own series beside
 * them. Tooltip, legend and zoom are ours (DOM, themed, readable by screen readers), so those components stay out.
 */
import { GridSimpleComponent } from 'echarts/components';
import { init, use as register, type EChartsCoreOption, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

register([GridSimpleComponent, CanvasRenderer]);

export { init, register };
export type { EChartsCoreOption, EChartsType };
