/**
 * Defines the CodeMirror language of rules and pipelines: colours and folding from the grammar that the server also
 * uses. The module is loaded only with the editor.
 */
import { foldInside, foldNodeProp, indentNodeProp, LanguageSupport, LRLanguage } from '@codemirror/language';
import { styleTags, tags } from '@lezer/highlight';
import { parser } from '../../../api/pipeline-language/index.js';

const props = [
  styleTags({
    'RuleKeyword PipelineKeyword StageKeyword MatchKeyword When Then End LetKeyword All Either Pass':
      tags.definitionKeyword,
    'AndKeyword OrKeyword NotKeyword "!" "&&" "||"': tags.operatorKeyword,
    'CompareOperator ArithmeticOperator "="': tags.compareOperator,
    String: tags.string,
    Number: tags.number,
    Boolean: tags.bool,
    'LineComment BlockComment Rest': tags.comment,
    FunctionName: tags.function(tags.variableName),
    'VariableName/... Variable/...': tags.local(tags.variableName),
    Message: tags.self,
    'FieldName/...': tags.propertyName,
    '"(" ")"': tags.paren,
    '"[" "]"': tags.squareBracket,
    '"{" "}"': tags.brace,
    '"." ";" "," ":"': tags.punctuation,
    '⚠': tags.invalid,
  }),
  indentNodeProp.add({ 'Rule Stage': (context) => context.lineIndent(context.node.from) + context.unit }),
  foldNodeProp.add({ 'Arguments List Map': foldInside }),
];

const languageData = {
  commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
  closeBrackets: { brackets: ['(', '[', '{', '"'] },
};

const ruleLanguage = LRLanguage.define({
  name: 'pipeline-rule',
  parser: parser.configure({ top: 'Rule', props }),
  languageData,
});
const pipelineLanguage = LRLanguage.define({
  name: 'pipeline',
  parser: parser.configure({ top: 'Pipeline', props }),
  languageData,
});

export const ruleLanguageSupport = (): LanguageSupport => new LanguageSupport(ruleLanguage);
export const pipelineLanguageSupport = (): LanguageSupport => new LanguageSupport(pipelineLanguage);
