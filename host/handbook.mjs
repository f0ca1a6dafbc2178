// Generates the pages of the handbook (host/page/handbook/*.md) and the index of its search. The pages need only the
// server that serves them, and no script except the search.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';

/** Chapters in the order of the table of contents: file names without extension. */
export const chapters = [
  'start',
  'senders',
  'searching',
  'processing',
  'retention',
  'alerts',
  'people',
  'deployment',
  'backup',
  'monitoring',
  'embedding',
  'elements',
  'plug-ins',
  'options',
  'limits',
  'troubleshooting',
  'glossary',
];

const escape = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);

/** Returns the id of a heading in links: `When the disk is full` → `when-the-disk-is-full`. */
export const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

const plainText = (tokens) =>
  tokens.map((token) => (token.tokens ? plainText(token.tokens) : (token.text ?? ''))).join('');

const renderer = {
  heading({ tokens, depth }) {
    const id = slugOf(plainText(tokens));
    return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  },
  code({ text, lang }) {
    return `<pre tabindex="0"><code data-language="${escape((lang ?? '').split(' ')[0])}">${escape(text)}</code></pre>\n`;
  },
  // Raw HTML in a chapter is shown as text.
  html: ({ text }) => escape(text),
};

/** Returns the sections of a chapter: heading, id and plain text. */
function sectionsOf(tokens) {
  const sections = [];
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth <= 3)
      sections.push({ heading: plainText(token.tokens), id: slugOf(plainText(token.tokens)), text: '' });
    else if (sections.length > 0) sections.at(-1).text += ` ${token.raw.replace(/[|*_`#>\n-]+/g, ' ')}`;
  }
  return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, ' ').trim() }));
}

/**
 * Generates the files of the handbook.
 * @param {string} root path of the repository
 * @returns {Record<string, string>} contents by file name: a page for each chapter, `index.html`, the style sheet, the
 * script and its search index
 */
export function handbookFiles(root) {
  const marked = new Marked({ gfm: true, renderer });
  const read = chapters.map((name) => {
    const source = readFileSync(join(root, 'host', 'page', 'handbook', `${name}.md`), 'utf8');
    const tokens = marked.lexer(source);
    return { name, tokens, sections: sectionsOf(tokens), html: marked.parse(source) };
  });
  const contents = (current) =>
    read
      .map(({ name, sections: [title, ...sections] }) => {
        const here = name === current;
        const inner = sections
          .map(({ heading, id }) => `<li><a href="${name}.html#${id}">${escape(heading)}</a></li>`)
          .join('');
        return `<li><a href="${name}.html"${here ? ' aria-current="page"' : ''}>${escape(title.heading)}</a>${here && inner ? `<ul>${inner}</ul>` : ''}</li>`;
      })
      .join('\n');
  const page = ({ name, sections, html }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escape(sections[0].heading)} – Log Console handbook</title>
<link rel="stylesheet" href="handbook.css" />
<script type="module" src="handbook.js"></script>
</head>
<body>
<nav aria-label="Contents">
<form role="search"><input type="search" aria-label="Search the handbook" placeholder="Search the handbook" autocomplete="off" /></form>
<ul id="results" hidden></ul>
<ul id="contents">
${contents(name)}
</ul>
</nav>
<main>
${html}</main>
</body>
</html>
`;
  const search = read.flatMap(({ name, sections }) =>
    sections.map(({ heading, id, text }) => ({ page: sections[0].heading, heading, href: `${name}.html#${id}`, text })),
  );
  return {
    ...Object.fromEntries(read.map((chapter) => [`${chapter.name}.html`, page(chapter)])),
    'index.html': page(read[0]),
    'search.json': JSON.stringify(search),
    ...Object.fromEntries(
      ['handbook.css', 'handbook.js'].map((name) => [
        name,
        readFileSync(join(root, 'host', 'page', 'handbook', name), 'utf8'),
      ]),
    ),
  };
}
