/**
 * Parts of the chart library that are registered for all its charts: axes and the canvas. Each visualization that is
 * drawn by the library registers its own kind of series. The library's tooltip, legend and zoom are left out, because
 * the widgets have their own in the DOM, themed and accessible.
 */
import { GridSimpleComponent } from 'echarts/components';
import { init, use as register, type EChartsCoreOption, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

register([GridSimpleComponent, CanvasRenderer]);

export { init, register };
export type { EChartsCoreOption, EChartsType };
