import type { HistogramWidgetProps } from '../faces.js';

export function HistogramWidget({ title }: HistogramWidgetProps) {
  return <section aria-label={title} />;
}
