import { makeStyles } from '@griffel/react';
import { useEffect, useRef } from 'react';
import { init, type EChartsCoreOption, type EChartsType } from './echarts.js';

export interface ChartCanvasProps {
  readonly option: EChartsCoreOption;
  /** Width in px. */
  readonly width: number;
  readonly height: number;
}

const useStyles = makeStyles({ canvas: { position: 'absolute', inset: 0, pointerEvents: 'none' } });

/**
 * Renders a canvas that is drawn by an instance of ECharts. It is hidden from screen readers: the surrounding
 * visualization must describe its content.
 */
export function ChartCanvas({ option, width, height }: ChartCanvasProps) {
  const styles = useStyles();
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | undefined>(undefined);

  useEffect(() => {
    const own = element.current;
    if (!own) return;
    // A wall display enlarges everything with the CSS property `zoom`, so the canvas gets the enlarged pixel size.
    const { currentCSSZoom = 1 } = own as { currentCSSZoom?: number };
    const created = init(own, null, {
      renderer: 'canvas',
      width: own.clientWidth,
      height: own.clientHeight,
      devicePixelRatio: window.devicePixelRatio * currentCSSZoom,
    });
    chart.current = created;
    return () => {
      chart.current = undefined;
      created.dispose();
    };
  }, []);

  useEffect(() => {
    chart.current?.resize({ width, height });
  }, [width, height]);

  useEffect(() => {
    // The option replaces the previous option completely, so that no previous series remains.
    chart.current?.setOption(option, { notMerge: true, lazyUpdate: true });
  }, [option]);

  return <div ref={element} className={styles.canvas} aria-hidden="true" />;
}
