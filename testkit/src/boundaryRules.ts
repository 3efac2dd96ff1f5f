import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/** Every folder of web/src except these is a feature. */
const FEATURE = '^web/src/(?!(?:app|early|forms|page|live|queue|api|session|device|toasts|ui|worker)/)([^/]+)/';
/** Every folder of console/src except these is a feature. */
const CONSOLE_FEATURE = '^console/src/(?!(?:app|api|page|slide)/)([^/]+)/';
/** Every folder of server/src except these is domain: between `http` and `cli` above, and `platform` below. */
const DOMAIN = '^server/src/(?!(?:http|cli|platform)/)[^/]+/';
export const TESTS = '\\.(?:test|spec)\\.tsx?$';

const rule = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({ name, comment, severity: 'error', from, to });

/** The allowed directions of imports, as in docs/architecture.md. */
export const BOUNDARY_RULES: IRegularForbiddenRuleType[] = [
  rule('no-cycles', 'Imports must not form a cycle.', {}, { circular: true }),
  rule('resolved', 'An unresolved import cannot be checked.', {}, { couldNotResolve: true }),
  rule('tests-are-leaves', 'Nothing imports a test.', {}, { path: TESTS }),

  rule(
    'contract-stands-alone',
    'Both sides load the contract, so it imports only zod and the phone library.',
    { path: '^contract/', pathNot: TESTS },
    { pathNot: ['^contract/', '^node_modules/(?:zod|libphonenumber-js)/'] },
  ),
  rule(
    'client-knows-no-app',
    'Both apps load the client, so it imports only the contract, Redux Toolkit and the parser of streams.',
    { path: '^client/', pathNot: TESTS },
    { pathNot: ['^(?:client|contract)/', '^node_modules/(?:@reduxjs/toolkit|eventsource-parser|zod)/'] },
  ),
  rule(
    'client-network-at-the-bottom',
    'Whether the server can be reached depends on no call and no stream.',
    { path: '^client/src/network/', pathNot: TESTS },
    { path: '^client/src/(?!network/)' },
  ),
  rule(
    'web-not-server',
    'Browser and server share the contract only.',
    { path: '^(?:web|console)/' },
    { path: '^server/' },
  ),
  rule(
    'server-not-web',
    'The server shares the contract only.',
    { path: '^server/' },
    { path: '^(?:client|web|console)/' },
  ),
  rule('web-not-console', 'Attendees load nothing of the console.', { path: '^web/' }, { path: '^console/' }),
  rule(
    'console-shares-controls',
    'Of the web app, the console has the controls and the build.',
    { path: '^console/', pathNot: TESTS },
    { path: '^web/', pathNot: '^web/(?:src/ui|build)/' },
  ),
  rule(
    'product-not-testkit',
    'The test kit is for tests, benchmarks and development.',
    { path: '^(?:contract|client|server|web|console)/', pathNot: [TESTS, '^web/dev/'] },
    { path: '^(?:testkit|e2e)/' },
  ),
  rule(
    'bench-known-by-none',
    'Nothing but benchmarks imports a benchmark.',
    { pathNot: '^bench/' },
    { path: '^bench/' },
  ),
  rule(
    'bench-measures-the-product',
    'Benchmarks measure the server and the app, with the test kit. They need no other part.',
    { path: '^bench/' },
    { path: '^(?:console|e2e|events)/' },
  ),
  rule(
    'bench-commands-on-top',
    'The files in bench/src are the commands; no part of them imports a command.',
    { path: '^bench/src/[^/]+/' },
    { path: '^bench/src/[^/]+\\.ts$' },
  ),
  rule(
    'bench-system-at-the-bottom',
    'What the benchmarks share knows none of them.',
    { path: '^bench/src/system/' },
    { path: '^bench/src/(?!system/)' },
  ),

  rule(
    'web-features-apart',
    'Features do not import each other.',
    { path: FEATURE },
    { path: FEATURE, pathNot: '^web/src/$1/' },
  ),
  rule(
    'web-features-below-app',
    'The app imports features, not the reverse.',
    { path: FEATURE },
    { path: '^web/src/(?:app/|main\\.tsx)' },
  ),
  rule(
    'web-shared-below-features',
    'Shared forms and pages import no feature.',
    { path: '^web/src/(?:forms|page)/', pathNot: TESTS },
    { path: '^web/src/(?!(?:forms|page|queue|api|session|device|toasts|ui)/)(?:[^/]+/|main\\.tsx)' },
  ),
  rule(
    'web-queue-below-features',
    'The queue of unsent writes serves screens and knows none.',
    { path: '^web/src/queue/', pathNot: TESTS },
    { path: '^web/src/(?!(?:queue|api|session|device|toasts)/|time\\.ts$)' },
  ),
  rule(
    'web-api-below-queue',
    'The API layer imports only the session, what the phone keeps, toasts for failed calls, and time.',
    { path: '^web/src/api/' },
    { path: '^web/src/(?!(?:api|session|device|toasts)/|time\\.ts$)' },
  ),
  rule(
    'web-live-below-features',
    'What is live serves screens and knows none.',
    { path: '^web/src/live/', pathNot: TESTS },
    { path: '^web/src/(?!(?:live|api|session)/|time\\.ts$)' },
  ),
  rule(
    'web-session-is-state-only',
    'Session state imports no screen and no call.',
    { path: '^web/src/session/' },
    { path: '^web/src/(?!(?:session|device)/|time\\.ts$)' },
  ),
  rule(
    'web-device-at-the-bottom',
    'What the phone keeps is stored without knowing what it means.',
    { path: '^web/src/device/', pathNot: TESTS },
    { path: '^web/src/(?!device/)' },
  ),
  rule(
    'web-toasts-know-ui-only',
    'Every folder may show a toast, so toasts import only controls.',
    { path: '^web/src/toasts/' },
    { path: '^web/src/(?!(?:toasts|ui)/)' },
  ),
  rule(
    'web-worker-apart',
    'The service worker runs without a page. Both sides know the messages between them.',
    { path: '^web/src/worker/', pathNot: TESTS },
    { path: '^web/src/(?!worker/)' },
  ),
  rule(
    'web-worker-by-messages',
    'The app knows the messages of the service worker alone.',
    { path: '^web/src/(?!worker/)', pathNot: TESTS },
    { path: '^web/src/worker/(?!messages\\.ts$)' },
  ),
  rule(
    'web-ui-at-the-bottom',
    'Controls import no router, store, form or API.',
    { path: '^web/src/ui/', pathNot: TESTS },
    {
      path: ['^web/src/(?!ui/)', '^node_modules/(?:react-redux|react-router|@reduxjs|react-hook-form)/', '^contract/'],
    },
  ),

  rule(
    'console-features-apart',
    'Features do not import each other.',
    { path: CONSOLE_FEATURE, pathNot: TESTS },
    { path: CONSOLE_FEATURE, pathNot: '^console/src/$1/' },
  ),
  rule(
    'console-features-below-app',
    'The app imports features, not the reverse.',
    { path: '^console/src/(?!app/)[^/]+/', pathNot: TESTS },
    { path: '^console/src/(?:app/|main\\.tsx)' },
  ),
  rule(
    'console-page-below-features',
    'What several screens share imports no feature.',
    { path: '^console/src/page/', pathNot: TESTS },
    { path: '^console/src/(?!(?:page|api)/)[^/]+/' },
  ),
  rule(
    'console-slide-below-features',
    'The slide of the stage is shown by several screens and made of what they give it: it asks for nothing.',
    { path: '^console/src/slide/', pathNot: TESTS },
    { path: '^console/src/(?!(?:slide|page)/)[^/]+/' },
  ),
  rule(
    'console-api-at-the-bottom',
    'The calls know no screen.',
    { path: '^console/src/api/', pathNot: TESTS },
    { path: '^console/src/(?!api/)' },
  ),

  rule(
    'server-composition-on-top',
    'The files in server/src compose the parts; no part imports them.',
    { path: '^server/src/[^/]+/', pathNot: TESTS },
    { path: '^server/src/[^/]+\\.ts$' },
  ),
  rule(
    'server-routes-are-listed-once',
    'Only buildApp imports the routes.',
    { path: '^server/src/', pathNot: ['^server/src/http/buildApp\\.ts$', TESTS] },
    { path: '^server/src/http/routes/' },
  ),
  rule(
    'server-http-and-cli-apart',
    'HTTP and the command line both call the domain, not each other.',
    { path: '^server/src/(http|cli)/', pathNot: TESTS },
    { path: '^server/src/(?:http|cli)/', pathNot: '^server/src/$1/' },
  ),
  rule(
    'server-domain-below-http-and-cli',
    'Domain code throws domain errors and imports neither HTTP nor the command line.',
    { path: DOMAIN, pathNot: TESTS },
    { path: ['^server/src/(?:http|cli)/'] },
  ),
  rule(
    'server-messages-below-domain',
    'The outbox serves every part of the domain and imports none.',
    { path: '^server/src/messages/', pathNot: TESTS },
    { path: DOMAIN, pathNot: '^server/src/messages/' },
  ),
  rule(
    'server-platform-at-the-bottom',
    'Database, settings, keys and errors import nothing above them.',
    { path: '^server/src/platform/', pathNot: TESTS },
    { path: '^server/src/', pathNot: '^server/src/platform/' },
  ),
  rule(
    'server-db-below-platform',
    'Drivers, schema and migrations know no settings, services or limits.',
    { path: '^server/src/platform/db/', pathNot: TESTS },
    { path: '^server/src/', pathNot: '^server/src/platform/db/' },
  ),
];
