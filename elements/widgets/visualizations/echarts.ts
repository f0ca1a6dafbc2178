/**
 * Parts of the chart library used by every chart with axes; each visualization registers its own series. Tooltip,
 * legend and zoom are ours (DOM, themed, accessible), so those components are left out.
 */
import { GridSimpleComponent } from 'echarts/components';
import { init, use as register, type EChartsCoreOption, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

register([GridSimpleComponent, CanvasRenderer]);

export { init, register };
export type { EChartsCoreOption, EChartsType };
