// Lint rule: a function whose result is called as a clean-up function (an effect, a ref callback, a callback actor)
// must return nothing else. A value typed `void` may be anything at run time: `scrollTo` returns a promise in newer
// browsers, and React calls whatever an effect has returned.
import ts from 'typescript';

const opaque = ts.TypeFlags.Void | ts.TypeFlags.Any | ts.TypeFlags.Unknown;
const parts = (type) => (type.isUnion() ? type.types : [type]);
const isCallable = (type) => type.getCallSignatures().length > 0;

/** Tells whether a return type is a union of `void` and a function, as the return type of an effect is. */
const mayBeCleanUp = (type) =>
  parts(type).some((part) => part.flags & ts.TypeFlags.Void) && parts(type).some(isCallable);

/** Tells whether the first parameter of a function is an element or null, as that of a ref callback. */
function takesElement(checker, node) {
  const [first] = node.parameters;
  if (!first) return false;
  const given = parts(checker.getTypeAtLocation(first));
  return (
    given.some((part) => part.flags & ts.TypeFlags.Null) &&
    given.some((part) => part.getProperty('nodeType') && part.getProperty('ownerDocument'))
  );
}

function isCalledForCleanUp(checker, node) {
  const asked = ts.isExpression(node) ? checker.getContextualType(node) : undefined;
  const signatures = asked ? parts(asked).flatMap((part) => part.getCallSignatures()) : [];
  return (
    signatures.some((signature) => mayBeCleanUp(checker.getReturnTypeOfSignature(signature))) ||
    takesElement(checker, node)
  );
}

export const cleanUpOnly = {
  meta: {
    type: 'problem',
    fixable: 'code',
    schema: [],
    messages: {
      returns: 'This gives back what may be more than a clean-up function and is called later: make it a statement.',
      named: 'Write the function here: of one that is typed `void` nobody knows what it gives back.',
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    const { sourceCode } = context;
    const isOpaque = (node) => parts(services.getTypeAtLocation(node)).some((part) => part.flags & opaque);
    /**
     * Tells whether the rule reports the value `result` that the function returns. Types are costly to determine, so
     * they are only requested if the syntax does not decide.
     */
    const isWrong = (fn, result) =>
      callLike.test(result.type) &&
      !fn.async &&
      !isHandlerOrIteratee(fn) &&
      isCalledForCleanUp(checker, services.esTreeNodeToTSNodeMap.get(fn)) &&
      isOpaque(result);
    const functions = [];
    const enter = (node) => functions.push(node);
    const leave = () => functions.pop();
    return {
      FunctionExpression: enter,
      'FunctionExpression:exit': leave,
      FunctionDeclaration: enter,
      'FunctionDeclaration:exit': leave,
      ArrowFunctionExpression(node) {
        enter(node);
        const { body } = node;
        if (!isWrong(node, body)) return;
        context.report({
          node: body,
          messageId: 'returns',
          fix: (fixer) => fixer.replaceText(body, `{ ${sourceCode.getText(body)}; }`),
        });
      },
      'ArrowFunctionExpression:exit': leave,
      ReturnStatement(node) {
        const { argument } = node;
        const fn = functions.at(-1);
        if (argument && fn && isWrong(fn, argument)) context.report({ node: argument, messageId: 'returns' });
      },
      'CallExpression[callee.name=/^use(Layout|Insertion)?Effect$/]'({ arguments: [given] }) {
        if (!given || /Function/.test(given.type)) return;
        const results = services.getTypeAtLocation(given).getCallSignatures();
        const isVoid = (signature) =>
          parts(checker.getReturnTypeOfSignature(signature)).some((part) => part.flags & opaque);
        if (results.some(isVoid)) context.report({ node: given, messageId: 'named' });
      },
    };
  },
};

/** Expressions whose type cannot be determined from the syntax alone. */
const callLike = /^(Call|Chain|Conditional|Logical|Sequence|Await|Member)Expression$|^(Identifier|TSAsExpression)$/;

/** True for an event handler in JSX and a callback of an array or promise method: nobody calls what these return. */
function isHandlerOrIteratee({ parent }) {
  if (parent.type === 'JSXExpressionContainer') return parent.parent.name?.name !== 'ref';
  return (
    parent.type === 'CallExpression' &&
    /^(map|flatMap|filter|find|findIndex|some|every|reduce|forEach|sort|toSorted|then|catch|finally)$/.test(
      parent.callee.property?.name,
    )
  );
}
