import type { VisualizationProps } from '../visualization.js';
export function WorldMap(_props: VisualizationProps) {
  return null;
}
