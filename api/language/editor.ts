/** The query language for CodeMirror: colours from the same grammar that the server parses with. Loaded with the editor only. */
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

/** Add to the extensions of an EditorView. */
export function queryLanguageSupport(): LanguageSupport {
  return new LanguageSupport(queryLanguage);
}
