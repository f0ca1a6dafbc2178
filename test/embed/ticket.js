// An example ticketing tool: data of the ticket form the query, and messages open in a panel of the tool itself.
const search = document.getElementById('search');
const facts = document.getElementById('facts');
const panel = document.getElementById('panel');

/** Quotes a text, so that any text in the ticket is searched literally. */
const quoted = (text) => `"${text.replace(/["\\]/g, '\\$&')}"`;

function queryOfFacts() {
  const { host, words, level } = facts.elements;
  return [
    words.value.trim() && quoted(words.value.trim()),
    host.value.trim() && `source:${quoted(host.value.trim())}`,
    level.value && `level:<=${level.value}`,
  ]
    .filter(Boolean)
    .join(' AND ');
}

facts.addEventListener('change', () => {
  search.query = queryOfFacts();
  search.range = facts.elements.range.value;
});
facts.addEventListener('submit', (event) => event.preventDefault());

search.addEventListener('log-search-finished', ({ detail }) => {
  document.getElementById('total').textContent =
    detail.total === undefined ? '' : `(${detail.total.toLocaleString('en')})`;
});

// The element would open the message in its list; the tool shows it in its own panel instead.
let opened;
/** Finds the focused control within the element, whose shadow root is open. */
let focused;
search.addEventListener('log-message-open', (event) => {
  event.preventDefault();
  opened = event.detail;
  focused = search.shadowRoot.activeElement;
  const message = document.createElement('log-message');
  message.setAttribute('index', opened.index);
  message.setAttribute('message-id', opened.id);
  document.getElementById('message').replaceChildren(message);
  panel.hidden = false;
  document.getElementById('close').focus();
});

function closePanel() {
  panel.hidden = true;
  document.getElementById('message').replaceChildren();
  focused?.focus();
}
document.getElementById('close').addEventListener('click', closePanel);
panel.addEventListener('keydown', (event) => event.key === 'Escape' && closePanel());
document.getElementById('attach').addEventListener('click', () => {
  const item = document.createElement('li');
  item.textContent = `Message ${opened.id} of ${opened.index}, found with: ${search.query || 'everything'}`;
  document.getElementById('list').append(item);
  closePanel();
});
