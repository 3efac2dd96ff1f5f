import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/** What lies beside or below the web app's features; every other folder of web/src is a feature. */
const FEATURE = '^web/src/(?!(?:app|forms|page|api|session|toasts|ui)/)([^/]+)/';
/** What lies below the server's resources; every other folder of server/src is a resource. */
const RESOURCE = '^server/src/(?!(?:plugins|db|messages)/)[^/]+/';
const TESTS = '\\.(?:test|spec)\\.tsx?$';

const rule = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({ name, comment, severity: 'error', from, to });

/** Who may import whom: only downwards, as docs/architecture.md draws it. */
export const BOUNDARY_RULES: IRegularForbiddenRuleType[] = [
  rule('no-cycles', 'A cycle has no direction.', {}, { circular: true }),
  rule('resolved', 'An import that cannot be followed cannot be checked.', {}, { couldNotResolve: true }),
  rule('tests-are-leaves', 'Nothing is built on a test.', {}, { path: TESTS }),

  rule(
    'contract-stands-alone',
    'Both sides load the contract: it brings its schemas and phone numbers, nothing else.',
    { path: '^contract/', pathNot: TESTS },
    { pathNot: ['^contract/', '^node_modules/(?:zod|libphonenumber-js)/'] },
  ),
  rule('web-not-server', 'The web app shares the contract only.', { path: '^web/' }, { path: '^server/' }),
  rule('server-not-web', 'The server shares the contract only.', { path: '^server/' }, { path: '^web/' }),
  rule(
    'product-not-testkit',
    'The test kit is for tests.',
    { path: '^(?:contract|server|web)/', pathNot: [TESTS, '^(?:web|server)/bench/'] },
    { path: '^(?:testkit|e2e)/' },
  ),

  rule('web-features-apart', 'Features never meet.', { path: FEATURE }, { path: FEATURE, pathNot: '^web/src/$1/' }),
  rule(
    'web-features-below-app',
    'The app is put together from features.',
    { path: FEATURE },
    { path: '^web/src/(?:app/|main\\.tsx)' },
  ),
  rule(
    'web-shared-below-features',
    "What several features' forms and pages share knows none of them.",
    { path: '^web/src/(?:forms|page)/', pathNot: TESTS },
    { path: '^web/src/(?!(?:forms|page|api|session|toasts|ui)/)(?:[^/]+/|main\\.tsx)' },
  ),
  rule(
    'web-api-below-features',
    'The API layer knows the session, and toasts for failed calls.',
    { path: '^web/src/api/' },
    { path: '^web/src/(?!(?:api|session|toasts)/)' },
  ),
  rule(
    'web-session-is-state-only',
    'State knows no screen and no call.',
    { path: '^web/src/session/' },
    { path: '^web/src/(?!session/)' },
  ),
  rule(
    'web-toasts-know-ui-only',
    'Everyone may raise a toast, so a toast knows nobody.',
    { path: '^web/src/toasts/' },
    { path: '^web/src/(?!(?:toasts|ui)/)' },
  ),
  rule(
    'web-ui-knows-nobody',
    'Controls know no router, store, form or API.',
    { path: '^web/src/ui/', pathNot: TESTS },
    {
      path: ['^web/src/(?!ui/)', '^node_modules/(?:react-router|react-redux|@reduxjs|react-hook-form)/', '^contract/'],
    },
  ),

  rule(
    'server-routes-are-listed-once',
    "Only buildApp knows routes; a resource may use another's queries.",
    { path: '^server/src/', pathNot: ['^server/src/buildApp\\.ts$', TESTS] },
    { path: '[rR]outes?\\.ts$' },
  ),
  rule(
    'server-ground-below-resources',
    'Database and messages serve every resource and know none.',
    { path: '^server/src/(?:db|messages)/', pathNot: TESTS },
    { path: RESOURCE },
  ),
  rule(
    'server-plugins-use-queries-only',
    'Who asks is looked up in the session; a plugin knows no more of a resource than such a query.',
    { path: '^server/src/plugins/', pathNot: TESTS },
    { path: RESOURCE, pathNot: 'Queries\\.ts$' },
  ),
  rule(
    'server-resources-below-app',
    'The app is put together from resources.',
    { path: '^server/src/[^/]+/', pathNot: TESTS },
    { path: '^server/src/(?:buildApp|main)\\.ts$' },
  ),
];
