import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/** What lies beside or below the web app's features; every other folder of web/src is a feature. */
const FEATURE = '^web/src/(?!(?:app|forms|page|api|session|toasts|ui)/)([^/]+)/';
/** Between the two entrances of the server, `http` and `cli`, and its platform: every other folder is domain. */
const DOMAIN = '^server/src/(?!(?:http|cli|platform)/)[^/]+/';
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
    'The test kit is for tests, benchmarks and development.',
    { path: '^(?:contract|server|web)/', pathNot: [TESTS, '^(?:web|server)/bench/', '^web/dev/'] },
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
    'server-composition-on-top',
    'The composition puts the parts together; no part knows it.',
    { path: '^server/src/[^/]+/', pathNot: TESTS },
    { path: '^server/src/[^/]+\\.ts$' },
  ),
  rule(
    'server-routes-are-listed-once',
    'Only buildApp knows the routes.',
    { path: '^server/src/', pathNot: ['^server/src/buildApp\\.ts$', TESTS] },
    { path: '^server/src/http/routes/' },
  ),
  rule(
    'server-http-and-cli-apart',
    'HTTP and the command line both call the domain, never each other.',
    { path: '^server/src/(http|cli)/', pathNot: TESTS },
    { path: '^server/src/(?:http|cli)/', pathNot: '^server/src/$1/' },
  ),
  rule(
    'server-domain-below-http-and-cli',
    'Domain code throws domain errors; it knows no status code and no terminal.',
    { path: DOMAIN, pathNot: TESTS },
    { path: ['^server/src/(?:http|cli)/'] },
  ),
  rule(
    'server-messages-below-domain',
    'The outbox serves every part of the domain and knows none.',
    { path: '^server/src/messages/', pathNot: TESTS },
    { path: DOMAIN, pathNot: '^server/src/messages/' },
  ),
  rule(
    'server-platform-at-the-bottom',
    'Database, settings, keys and errors serve everything and know nothing of it.',
    { path: '^server/src/platform/', pathNot: TESTS },
    { path: '^server/src/', pathNot: '^server/src/platform/' },
  ),
];
