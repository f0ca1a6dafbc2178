// Searches the handbook in the browser: lists the sections that contain every word, first those with the words in the
// heading. The texts of all sections are in search.json, which the first search loads.
const field = document.querySelector('input[type="search"]');
const results = document.getElementById('results');
const contents = document.getElementById('contents');
const mostResults = 20;
let sections;

const score = ({ heading, page, text }, words) => {
  const inHeading = `${page} ${heading}`.toLowerCase();
  const inText = text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    if (inHeading.includes(word)) sum += 3;
    else if (inText.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
};

async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  results.hidden = words.length === 0;
  contents.hidden = words.length > 0;
  if (words.length === 0) return;
  sections ??= await (await fetch('search.json')).json();
  const found = sections
    .map((section) => ({ section, points: score(section, words) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, mostResults);
  results.replaceChildren(
    ...found.map(({ section: { href, heading, page } }) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = href;
      link.textContent = heading === page ? heading : `${page} – ${heading}`;
      item.append(link);
      return item;
    }),
  );
  if (found.length > 0) return;
  const none = document.createElement('li');
  none.textContent = 'Nothing was found. Try another word.';
  results.append(none);
}

field.addEventListener('input', () => void search());
field.form.addEventListener('submit', (event) => {
  event.preventDefault();
  results.querySelector('a')?.click();
});
// A link from the console may contain the words of a search: handbook/index.html?q=journal
const asked = new URLSearchParams(location.search).get('q');
if (asked) {
  field.value = asked;
  void search();
}
