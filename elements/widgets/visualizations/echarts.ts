/**
 * The parts of the chart library that are in use; every visualization registers its own series and components here.
 * Tooltip, legend and zoom are ours (DOM, themed, readable by screen readers), so those components stay out.
 */
import { BarChart } from 'echarts/charts';
import { GridSimpleComponent } from 'echarts/components';
import { init, use as register, type EChartsCoreOption, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

register([BarChart, GridSimpleComponent, CanvasRenderer]);

export { init };
export type { EChartsCoreOption, EChartsType };
