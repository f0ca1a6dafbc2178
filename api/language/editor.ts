/** CodeMirror language for queries, with the grammar that the server uses too; it is loaded only with the editor. */
import { LanguageSupport, LRLanguage } from '@codemirror/language';
import { styleTags, tags } from '@lezer/highlight';
import { parser } from './grammar.gen.js';

const queryLanguage = LRLanguage.define({
  name: 'log-query',
  parser: parser.configure({
    props: [
      styleTags({
        FieldName: tags.propertyName,
        Colon: tags.punctuation,
        'And Or Not': tags.operatorKeyword,
        'Required Prohibited Bang Bare': tags.logicOperator,
        'Term CompareValue': tags.content,
        'Wildcard Star': tags.special(tags.string),
        Quoted: tags.string,
        Regexp: tags.regexp,
        CompareOp: tags.compareOperator,
        Bound: tags.number,
        To: tags.keyword,
        Parameter: tags.special(tags.variableName),
        'Tilde Boost': tags.modifier,
        'ParenOpen ParenClose': tags.paren,
        'RangeOpen RangeClose RangeOpenExclusive RangeCloseExclusive': tags.squareBracket,
        '⚠': tags.invalid,
      }),
    ],
  }),
  languageData: { closeBrackets: { brackets: ['(', '[', '{', '"'] }, wordChars: '$_-.' },
});

/** Returns the extension that an EditorView needs for queries. */
export function queryLanguageSupport(): LanguageSupport {
  return new LanguageSupport(queryLanguage);
}
