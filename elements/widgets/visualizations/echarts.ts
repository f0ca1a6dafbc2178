/**
 * Registers the parts of the chart library that all its charts use: axes and the canvas. Each visualization that is
 * drawn by the library registers its own kind of series. The library's tooltip, legend and zoom are not registered: the
 * widgets have their own in the DOM, which are accessible and follow the theme.
 */
import { GridSimpleComponent } from 'echarts/components';
import { init, use as register, type EChartsCoreOption, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

register([GridSimpleComponent, CanvasRenderer]);

export { init, register };
export type { EChartsCoreOption, EChartsType };
