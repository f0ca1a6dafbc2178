import type { MessageTableWidgetProps } from '../faces.js';

export function MessageTableWidget({ title }: MessageTableWidgetProps) {
  return <section aria-label={title} />;
}
