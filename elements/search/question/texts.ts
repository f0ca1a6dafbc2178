/** Contains the texts of the question line on the search page. */
export const questionLineTexts = {
  label: 'Question about the messages found',
  placeholder: 'p95 of took_ms by resource, count(level:<=3) / count() over time …',
  close: 'Close the question',
  form: 'Form of the answer',
  forms: { bars: 'Bars', time: 'Over time', table: 'Table' },
  addWidget: 'Add as widget',
  addWidgetKeys: 'Alt+Enter',
  addedTitle: 'Widget added',
  unknownField: (name: string) => `No message of the searched time has the field "${name}".`,
  added: (title: string) => `"${title}" was added to the search.`,
  answer: 'Answer',
  asking: 'The answer appears here once the question can be answered.',
  messages: (count: number, text: string) => `${text} ${count === 1 ? 'message' : 'messages'}`,
} as const;
