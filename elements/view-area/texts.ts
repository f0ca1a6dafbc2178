/** Every text of the widget area. Those quoted by spec 2 are exact. */
export const texts = {
  create: {
    title: 'Create new widget',
    prompt: 'Create a new widget here',
    aggregation: 'Aggregation',
    messageCount: 'Message Count',
    messageTable: 'Message Table',
  },
  unknown: {
    title: 'Unknown Widget',
    help: (type: string): string => `This version cannot show widgets of type "${type}".`,
    copy: 'Copy widget configuration',
  },
  grid: {
    move: (title: string): string => `Move ${title}`,
    moveHint: 'Drag to move this widget',
    keys: 'Arrow keys move the widget, Shift and arrow keys change its size.',
    movedTo: (column: number, row: number): string => `Moved to column ${column}, row ${row}`,
    resizedTo: (columns: number, rows: number): string => `${columns} columns wide, ${rows} rows high`,
  },
  error: 'Error!',
  noWidgets: 'There are no widgets to visualize the result.',
  notRequested: (id: string): string => `Search type for widget with id ${id} does not exist`,
} as const;
